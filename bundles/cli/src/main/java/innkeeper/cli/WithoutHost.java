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

  /** The shell's part. */
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
    List<String> words = words(args);
    OptionalInt answered = answer(words);
    if (answered.isPresent()) {
      return answered.getAsInt();
    }
    COMMANDS
        .unknown(words.get(0))
        .ifPresent(
            message ->
                Client.tell(
                    "innkeeper: "
                        + message
                        + (message.endsWith("?") ? " Commands" : "; commands")
                        + OF_OTHERS));
    Client.tell("innkeeper: " + none.getMessage());
    return Client.NO_HOST;
  }

  /**
   * Answers a command when several hosts run and the words name none of them.
   *
   * @param which the message that asks the user to name a host
   */
  static int ask(String[] args, String which) {
    List<String> words = words(args);
    OptionalInt answered = answer(words);
    if (answered.isPresent()) {
      return answered.getAsInt();
    }
    Optional<String> unknown = COMMANDS.unknown(words.get(0));
    boolean near = unknown.filter(message -> message.endsWith("?")).isPresent();
    unknown.ifPresent(
        message -> Client.tell("innkeeper: " + message + (near ? "" : "; commands" + OF_OTHERS)));
    if (!near) {
      Client.tell(which);
    }
    return Client.USAGE;
  }

  private static List<String> words(String[] args) {
    return args.length == 0 ? List.of("help") : Arrays.asList(args);
  }

  private static OptionalInt answer(List<String> words) {
    Optional<String> mistakes = COMMANDS.mistakes(words);
    if (mistakes.isPresent()) {
      Client.tell(mistakes.get());
      return OptionalInt.of(Client.USAGE);
    }
    return COMMANDS.run(words, new PrintStream(System.out, true, StandardCharsets.UTF_8));
  }
}
