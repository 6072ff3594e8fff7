package innkeeper.cli;

import innkeeper.common.text.PosixWord;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reports that no host answers on the chosen DATA_DIR; the message says what to do instead. */
final class NoHost extends IOException {
  private static final long serialVersionUID = 1L;

  private static final String UNIT = "systemd/user/innkeeper.service";

  NoHost(String message) {
    super(message);
  }

  /** Reports that the next host ended before it took over the command of the previous host. */
  static NoHost nextEnded(Path socket) {
    String why;
    try {
      why =
          Files.readString(socket.resolveSibling("refused"))
              .strip()
              .replace("\n", "; ")
              .replaceAll("\\p{Cntrl}", "?");
    } catch (IOException e) {
      why = "it gave no reason; see " + socket.resolveSibling("../bot.log").normalize();
    }
    return new NoHost("the next host ended before it was ready: " + why);
  }

  /**
   * Reports that no host runs on that DATA_DIR. If another host runs, the message names it before
   * it suggests a new one.
   */
  static NoHost on(LocalHost meant) {
    if (meant.ofGroup()) {
      return new NoHost(
          "no host listens at the socket "
              + meant.socket()
              + ", or this user is not in its group; it is made by SOCKET_GROUP of the host");
    }
    String settings = meant.settings();
    String none =
        "no host runs on DATA_DIR="
            + meant.dataDir()
            + (settings.isEmpty() ? "" : " (named by " + settings + ")");
    List<String> own = new ArrayList<>();
    List<String> roots = new ArrayList<>();
    for (String line : registered()) {
      String[] fields = line.split(" ", 4);
      (fields[0].equals("own") ? own : roots).add(fields[3]);
    }
    if (own.size() == 1) {
      return new NoHost(none + "; a host of yours runs: " + status("", own.get(0)));
    } else if (!own.isEmpty()) {
      return new NoHost(
          none
              + "; hosts of yours run on "
              + String.join(", ", own)
              + "; for instance: "
              + status("", own.get(0)));
    } else if (!settings.isEmpty() && hasUnit(settings)) {
      return new NoHost(none + "; start it with: systemctl --user start innkeeper.service");
    } else if (!roots.isEmpty()) {
      return new NoHost(
          none
              + "; a host of root's runs: "
              + status("sudo ", roots.get(0))
              + "; to start one of your own: innkeeper run");
    }
    String here = new File(meant.dataDir()).toPath().toAbsolutePath().normalize().toString();
    return new NoHost(
        none + "; start one with: innkeeper --data " + PosixWord.quoted(here) + " run");
  }

  private static String status(String before, String dataDir) {
    return before + "innkeeper --data " + PosixWord.quoted(dataDir) + " status";
  }

  private static boolean hasUnit(String settings) {
    return new File(new File(settings).getParentFile(), UNIT).isFile()
        || new File("/usr/lib", UNIT).isFile();
  }

  /**
   * Returns lines "own|root PID UID DATA_DIR" from {@code innkeeper hosts}, the only place that
   * searches for hosts.
   */
  private static List<String> registered() {
    List<String> lines = new ArrayList<>();
    String home = System.getProperty("innkeeper.home");
    if (home == null) {
      return lines;
    }
    try {
      Process hosts = new ProcessBuilder(home + "/bin/innkeeper", "hosts", "--plain").start();
      Charset names = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));
      BufferedReader out = new BufferedReader(new InputStreamReader(hosts.getInputStream(), names));
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        lines.add(line);
      }
    } catch (IOException e) {
      // If the list is missing, the message names only the chosen DATA_DIR.
      return new ArrayList<>();
    }
    return lines;
  }
}
