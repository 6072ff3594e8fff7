package innkeeper.cli;

import innkeeper.common.wire.LocalCommands;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.ServiceLoader;

/** Answers a command that no host accepts. */
final class WithoutHost {

  private static final String OF_OTHERS = " of other bundles are known while their host runs";

  /** The commands that the shell bundle answers without a host. */
  private static final LocalCommands COMMANDS;

  static {
    // The client logs nothing; these settings suppress SLF4J's warning about a missing provider.
    System.setProperty("slf4j.provider", "org.slf4j.helpers.NOP_FallbackServiceProvider");
    System.setProperty("slf4j.internal.verbosity", "ERROR");
    COMMANDS =
        ServiceLoader.load(LocalCommands.class)
            .findFirst()
            .orElseThrow(
                () -> new IllegalStateException("innkeeper.shell is not on the class path"));
  }

  private WithoutHost() {}

  /**
   * Runs a command that needs no host. For other commands it reports wrong words, or that no host
   * accepts them.
   *
   * @return the exit status
   */
  static int run(String[] args, Exception none) {
    return answer(args, "innkeeper: " + none.getMessage(), false);
  }

  /**
   * Answers a command when several hosts run and the words name none of them.
   *
   * @param which the message that asks the user to name a host
   */
  static int ask(String[] args, String which) {
    return answer(args, which, true);
  }

  private static int answer(String[] args, String otherwise, boolean several) {
    List<String> words = args.length == 0 ? List.of("help") : Arrays.asList(args);
    Optional<String> mistakes = COMMANDS.mistakes(words);
    if (mistakes.isPresent()) {
      Client.tell(mistakes.get());
      return Client.USAGE;
    }
    OptionalInt status =
        COMMANDS.run(words, new PrintStream(System.out, true, StandardCharsets.UTF_8));
    if (status.isPresent()) {
      return status.getAsInt();
    }
    String unknown = COMMANDS.unknown(words.get(0)).orElse("");
    boolean near = unknown.endsWith("?");
    if (!unknown.isEmpty()) {
      String others = near ? several ? "" : " Commands" + OF_OTHERS : "; commands" + OF_OTHERS;
      Client.tell("innkeeper: " + unknown + others);
    }
    if (!near || !several) {
      Client.tell(otherwise);
    }
    return several ? Client.USAGE : Client.NO_HOST;
  }
}
