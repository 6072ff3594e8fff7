package innkeeper.shell.completion;

import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * {@code completion bash|zsh|fish}: prints a completion script for a shell.
 *
 * @param commands the help of all commands, including this one
 */
public record CompletionCommand(Services services, Supplier<List<Help>> commands)
    implements Command {

  @Override
  public Help help() {
    return Help.of(
            "completion bash|zsh|fish", "prints a script with which that shell completes commands")
        .form("completion --words project|backup|surface")
        .details(
            "The packages install it. Without one, for this shell only:",
            "  bash  . <(innkeeper completion bash)",
            "  zsh   . <(innkeeper completion zsh)",
            "  fish  innkeeper completion fish | source",
            "--words  what the running host has of that kind, one a line; the scripts ask for it and",
            "         do without after 300 ms");
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    boolean live = options.has("--words");
    String word = options.one(live ? "the kind (project, backup or surface)" : "bash, zsh or fish");
    if (live) {
      Optional<Help.Kind> kind = kind(word);
      if (kind.isEmpty() && !word.isEmpty()) {
        options.wrong("--words is " + word + "; allowed: project, backup, surface");
      }
      options.check();
      new LiveWords(services).of(kind.get()).forEach(caller.out()::println);
      return 0;
    }
    Optional<String> script = CompletionScript.of(word, commands.get());
    if (script.isEmpty() && !word.isEmpty()) {
      options.wrong("unknown shell " + word + "; allowed: bash, zsh, fish");
    }
    options.check();
    caller.out().print(script.get());
    return 0;
  }

  private static Optional<Help.Kind> kind(String word) {
    return Arrays.stream(Help.Kind.values())
        .filter(kind -> kind.name().toLowerCase(Locale.ROOT).equals(word))
        .filter(kind -> kind != Help.Kind.NONE && kind != Help.Kind.COMMAND)
        .findFirst();
  }
}
