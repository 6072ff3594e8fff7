package innkeeper.shell.client;

import innkeeper.shell.command.OfflineHelp;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The commands that work without a host: {@code help [COMMAND]}, {@code version}. */
final class WithoutHost {

  private WithoutHost() {}

  /** Whether they are words of such a command. */
  static boolean can(String[] args) {
    if (args.length == 0) {
      return true;
    }
    switch (args[0]) {
      case "help":
      case "--help":
      case "-h":
      case "version":
        return args.length <= 2;
      case "completion":
        return args.length == 2;
      default:
        return args.length == 2 && (args[1].equals("--help") || args[1].equals("-h"));
    }
  }

  /**
   * Says what is wrong with a command, and that no host runs.
   *
   * @return the exit status
   */
  static int refuse(String[] args, NoHost none) {
    silenceLoggers();
    List<String> words = Arrays.asList(args);
    Optional<String> mistakes = OfflineHelp.mistakes(words);
    if (mistakes.isPresent()) {
      Client.tell(mistakes.get());
      return Client.USAGE;
    }
    OfflineHelp.unknown(args[0])
        .ifPresent(
            message ->
                Client.tell(
                    "innkeeper: "
                        + message
                        + (message.endsWith("?") ? " Commands" : "; commands")
                        + " of other bundles are known while their host runs"));
    Client.tell("innkeeper: " + none.getMessage());
    return Client.NO_HOST;
  }

  /** Nothing is logged here; without a word no logger would be made in silence. */
  private static void silenceLoggers() {
    System.setProperty("slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider");
    System.setProperty("slf4j.internal.verbosity", "ERROR");
  }

  /** The exit status. */
  static int run(String[] args) {
    silenceLoggers();
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    if (args.length == 0) {
      OfflineHelp.list(out);
      return 0;
    }
    boolean help = args[0].equals("help") || args[0].endsWith("-h") || args[0].equals("--help");
    if (help && args.length == 1) {
      OfflineHelp.list(out);
      return 0;
    }
    if (args[0].equals("version") && (args.length == 1 || args[1].equals("--json"))) {
      String version = System.getProperty("innkeeper.version", "");
      out.println(args.length == 1 ? "innkeeper " + version : "{\"version\":\"" + version + "\"}");
      return 0;
    }
    if (args[0].equals("completion")) {
      Optional<String> script = OfflineHelp.completion(args[1]);
      if (script.isPresent()) {
        out.print(script.get());
        return 0;
      }
    }
    String name = help ? args[1] : args[0];
    if (OfflineHelp.explain(name, out)) {
      return 0;
    }
    System.err.println(
        "innkeeper: no command of innkeeper's is called "
            + name
            + OfflineHelp.hint(name)
            + "; those of other bundles are known while their host runs");
    return 1;
  }
}
