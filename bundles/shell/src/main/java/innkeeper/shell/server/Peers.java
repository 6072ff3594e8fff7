package innkeeper.shell.server;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import jdk.net.ExtendedSocketOptions;

/** Admits only the host's own user and root, as the kernel reports them. */
final class Peers implements ShellServer.Admission {

  private static final Path SELF = Path.of("/proc/self");

  private final UserPrincipal own;
  private final String ownUid;

  /**
   * @param run the directory of the socket; its owner is the host's user if /proc is missing
   */
  Peers(Path run) throws IOException {
    Path mine = Files.exists(SELF) ? SELF : run;
    own = Files.getOwner(mine);
    ownUid = String.valueOf(Files.getAttribute(mine, "unix:uid"));
  }

  /**
   * Returns the user of a connection.
   *
   * @throws IOException with the name of a user who is not admitted
   */
  @Override
  public Peer admit(SocketChannel channel) throws IOException {
    UserPrincipal user = channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
    if (user.equals(own)) {
      return Peer.of(ownUid);
    }
    if (user.getName().equals("root")) {
      return Peer.of("0");
    }
    throw new IOException(
        "user " + user.getName() + " may not use this host; it is " + own.getName() + "'s");
  }
}
