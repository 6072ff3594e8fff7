package innkeeper.cli;

import innkeeper.common.text.PosixWord;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
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
    String hint;
    if (own.size() == 1) {
      hint = "a host of yours runs: " + status("", own.get(0));
    } else if (!own.isEmpty()) {
      String all = String.join(", ", own);
      hint = "hosts of yours run on " + all + "; for instance: " + status("", own.get(0));
    } else if (!settings.isEmpty() && hasUnit(settings)) {
      hint = "start it with: systemctl --user start innkeeper.service";
    } else if (!roots.isEmpty()) {
      String first = status("sudo ", roots.get(0));
      hint = "a host of root's runs: " + first + "; to start one of your own: innkeeper run";
    } else {
      String here = Path.of(meant.dataDir()).toAbsolutePath().normalize().toString();
      hint = "start one with: innkeeper --data " + PosixWord.quoted(here) + " run";
    }
    return new NoHost(none + "; " + hint);
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
    String home = System.getProperty("innkeeper.home");
    if (home == null) {
      return List.of();
    }
    Charset names = Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));
    try {
      Process hosts = new ProcessBuilder(home + "/bin/innkeeper", "hosts", "--plain").start();
      return hosts.inputReader(names).lines().toList();
    } catch (IOException | UncheckedIOException e) {
      // If the list is missing, the message names only the chosen DATA_DIR.
      return List.of();
    }
  }
}
