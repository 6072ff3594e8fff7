package innkeeper.shell.server;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import jdk.net.ExtendedSocketOptions;

/** Who is at the other end, as the kernel says: the host's own user and root may come in. */
final class Peers implements ShellServer.Admission {

  private static final Path SELF = Path.of("/proc/self");

  private final UserPrincipal own;
  private final String ownUid;

  /**
   * @param run the directory of the socket, which is the host's own where /proc is not
   */
  Peers(Path run) throws IOException {
    Path mine = Files.exists(SELF) ? SELF : run;
    own = Files.getOwner(mine);
    ownUid = String.valueOf(Files.getAttribute(mine, "unix:uid"));
  }

  /**
   * Who that is.
   *
   * @throws IOException that names the user who may not
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
