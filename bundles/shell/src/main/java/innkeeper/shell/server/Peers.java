package innkeeper.shell.server;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
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
   * The peer's user id.
   *
   * @throws IOException that names the user who may not
   */
  @Override
  public String admit(SocketChannel channel) throws IOException {
    UserPrincipal user = channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
    if (user.equals(own)) {
      return ownUid;
    }
    if (user.getName().equals("root")) {
      return "0";
    }
    throw new IOException(
        "user " + user.getName() + " may not use this host; it is " + own.getName() + "'s");
  }

  /**
   * The program that called innkeeper, by the kernel's word: the name of the client's parent, for
   * the client itself is always ours. The client says its number, which the kernel's credentials
   * have but Java does not tell; one that is not the peer user's own is not believed.
   *
   * @return "" where it cannot be told
   */
  static String program(int client, String uid) {
    try {
      Path process = Path.of("/proc", String.valueOf(client));
      if (client <= 0 || !uid.equals(String.valueOf(Files.getAttribute(process, "unix:uid")))) {
        return "";
      }
      String stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
      String parent = stat.substring(stat.lastIndexOf(')') + 2).split(" ")[1];
      return Files.readString(Path.of("/proc", parent, "comm"), StandardCharsets.ISO_8859_1)
          .strip()
          .replaceAll("[^A-Za-z0-9 ._+-]", "?");
    } catch (IOException | UnsupportedOperationException | IndexOutOfBoundsException e) {
      // No Linux, or it has gone already.
      return "";
    }
  }
}
