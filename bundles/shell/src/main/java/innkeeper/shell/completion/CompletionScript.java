package innkeeper.shell.completion;

import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.ScriptCommand;
import innkeeper.shell.cli.Usage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The script that completes commands in a shell. It contains commands and options, and asks a
 * running host for ids. The shell's part is a file beside this class; this class only inserts the
 * table of commands.
 */
public final class CompletionScript {

  private static final String PLACE = "@TABLE@";

  private CompletionScript() {}

  /** Returns the script; empty for an unknown shell. */
  public static Optional<String> of(String shell, List<Help> commands) {
    List<Help> all = new ArrayList<>(commands);
    ScriptCommand.ALL.forEach(row -> all.add(row.help()));
    all.sort(Comparator.comparing(Help::name));
    return switch (shell) {
      case "bash" -> Optional.of(filled("completion.bash", bash(all)));
      case "zsh" -> Optional.of(filled("completion.zsh", zsh(all)));
      case "fish" -> Optional.of(filled("completion.fish", fish(all)));
      default -> Optional.empty();
    };
  }

  private static String filled(String file, String table) {
    try (InputStream in = CompletionScript.class.getResourceAsStream(file)) {
      String frame = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return frame.replace(PLACE + "\n", table);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String bash(List<Help> commands) {
    StringBuilder table = new StringBuilder();
    table.append("  local commands='").append(names(commands)).append("'\n");
    return table.append(cases(commands)).toString();
  }

  /** Returns the words that can follow each command, for bash and zsh. */
  private static String cases(List<Help> commands) {
    return commands.stream()
        .map(help -> "    " + help.name() + ") " + row(help) + " ;;\n")
        .collect(Collectors.joining("", "  case $command in\n", "  esac\n"));
  }

  private static String names(List<Help> commands) {
    return commands.stream().map(Help::name).collect(Collectors.joining(" "));
  }

  /** Returns the entry of a command for bash and zsh, as assignments. */
  private static String row(Help help) {
    Usage usage = help.options();
    List<String> parts = new ArrayList<>();
    List<String> options = usage.words().stream().filter(w -> w.startsWith("-")).toList();
    add(parts, "options", options);
    add(parts, "valued", List.copyOf(usage.valued()));
    add(parts, "words", List.copyOf(usage.subcommands()));
    add(parts, "kind", kind(help).stream().toList());
    add(
        parts,
        "choices",
        usage.choices().entrySet().stream()
            .map(e -> e.getKey() + "=" + String.join(",", e.getValue()))
            .toList());
    return parts.isEmpty() ? ":" : String.join("; ", parts);
  }

  private static void add(List<String> parts, String name, List<String> values) {
    if (!values.isEmpty()) {
      parts.add(name + "='" + String.join(" ", values) + "'");
    }
  }

  private static Optional<String> kind(Help help) {
    return switch (help.argument()) {
      case NONE -> Optional.empty();
      case BUNDLE -> Optional.of("surface");
      default -> Optional.of(help.argument().name().toLowerCase(Locale.ROOT));
    };
  }

  private static String zsh(List<Help> commands) {
    StringBuilder table = new StringBuilder("  commands=(\n");
    for (Help help : commands) {
      table.append("    '").append(help.name()).append(':').append(quoted(help)).append("'\n");
    }
    return table.append("  )\n").append(cases(commands)).toString();
  }

  private static String quoted(Help help) {
    return help.summary().replace("'", "'\\''");
  }

  private static String fish(List<Help> commands) {
    StringBuilder table = new StringBuilder();
    for (Help help : commands) {
      String in = "complete -c innkeeper -n '__innkeeper_in " + help.name() + "' ";
      table.append("complete -c innkeeper -f -n __innkeeper_first -a ").append(help.name());
      table.append(" -d '").append(help.summary().replace("'", "\\'")).append("'\n");
      Usage usage = help.options();
      for (String option : usage.words()) {
        if (option.startsWith("-") && option.length() > 1 && !option.equals("--")) {
          boolean shorter = !option.startsWith("--");
          table.append(in).append(shorter ? "-s " : "-l ");
          table.append(option.substring(shorter ? 1 : 2));
          if (usage.valued().contains(option)) {
            table.append(" -r");
          }
          List<String> choices = usage.choices().get(option);
          if (choices != null) {
            table.append(" -f -a '").append(String.join(" ", choices)).append("'");
          }
          table.append('\n');
        }
      }
      if (!usage.subcommands().isEmpty()) {
        table.append(in).append("-f -a '").append(String.join(" ", usage.subcommands()));
        table.append("'\n");
      }
      kind(help)
          .ifPresent(
              kind ->
                  table.append(in).append("-f -a '(__innkeeper_live ").append(kind).append(")'\n"));
    }
    return table.toString();
  }
}
