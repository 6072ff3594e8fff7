package innkeeper.shell.server;

import innkeeper.api.audit.Actor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The user at the other end of a socket, as the kernel reports it.
 *
 * @param uid the uid; "" if Java does not know the number
 * @param login the user name; "" for the host's own user and root, whose numbers are known
 */
record Peer(String uid, String login) {

  static Peer of(String uid) {
    return new Peer(uid, "");
  }

  /**
   * Returns the actor for the audit record of this user's requests.
   *
   * @param client the process id that the client claims
   */
  Actor actor(Actor.Via via, int client) {
    return login.isEmpty() ? new Actor(via, uid, program(client, uid)) : new Actor(via, "", login);
  }

  /**
   * Returns the program that called innkeeper: the name of the client's parent, as the kernel
   * reports it. The client itself is always innkeeper. The client sends its own pid, because Java
   * does not expose the pid in the kernel's credentials. A pid of another user's process is
   * rejected.
   *
   * @return "" if the program is unknown
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
      // This is not Linux, or the process has already ended.
      return "";
    }
  }
}
