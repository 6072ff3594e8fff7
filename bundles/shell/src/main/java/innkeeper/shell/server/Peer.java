package innkeeper.shell.server;

import innkeeper.api.audit.Actor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The user at the other end of a socket, by the kernel's word.
 *
 * @param uid "" where Java does not tell the number
 * @param login the name; "" for the host's own user and root, whose numbers are known
 */
record Peer(String uid, String login) {

  static Peer of(String uid) {
    return new Peer(uid, "");
  }

  /**
   * What the audit record says of what this user asks for.
   *
   * @param client the process that it says it is
   */
  Actor actor(Actor.Via via, int client) {
    return login.isEmpty() ? new Actor(via, uid, program(client, uid)) : new Actor(via, "", login);
  }

  /**
   * The program that called innkeeper, by the kernel's word: the name of the client's parent, for
   * the client itself is always ours. The client says its number, which the kernel's credentials
   * have but Java does not tell; one that is not the peer user's own is not believed.
   *
   * @return "" where it cannot be told
   */
  private static String program(int client, String uid) {
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
