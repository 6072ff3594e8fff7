package innkeeper.shell.command;

import innkeeper.api.audit.AuditDraft;
import innkeeper.api.log.Redactor;
import innkeeper.shell.cli.AwaitedServices;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.SafeText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;

/** {@code redact add --stdin}, {@code redact test}, {@code redact list}. */
final class RedactCommand implements Command {

  /** More at once is no list of secrets and no line to try. */
  private static final int MOST = 4 << 20;

  private final AwaitedServices services;

  RedactCommand(AwaitedServices services) {
    this.services = services;
  }

  @Override
  public Help help() {
    return Help.of(
            "redact add --stdin",
            "registers secrets, shows what would become of lines, or which rules serve")
        .form("redact test")
        .form("redact list")
        .details(
            "add --stdin  each line of standard input is a secret that must never be printed; it is",
            "             kept in memory only, until the host ends",
            "test         reads lines from standard input and prints what a log would hold of them",
            "list         rules of conf/redact.rules and of plugins, and why one is switched off");
  }

  @Override
  public int run(Caller caller, List<String> words) throws Exception {
    Options options = Options.of(words, help());
    String what = options.plain().isEmpty() ? "" : options.plain().get(0);
    boolean add = what.equals("add");
    if (!add && !what.equals("test") && !what.equals("list")) {
      options.wrong(what.isEmpty() ? "add, test or list is missing" : "unknown word " + what);
    } else if (options.plain().size() > 1) {
      // The word may be the secret: it is not named, but it stands in the shell's history now.
      options.wrong(
          "secrets and lines come from standard input, never as words: those are seen by all");
    } else if (add && !options.has("--stdin")) {
      options.wrong("--stdin is missing: secrets come from standard input, one a line");
    }
    options.checkNoRest();
    return switch (what) {
      case "add" -> add(caller);
      case "list" -> list(caller);
      default -> test(caller);
    };
  }

  private int add(Caller caller) throws IOException, CommandRefusedException {
    List<String> secrets = text(caller).lines().filter(line -> !line.isBlank()).toList();
    if (secrets.isEmpty()) {
      throw new CommandRefusedException("standard input held no secret; nothing was registered");
    }
    Collection<String> warnings = services.redactor().register("operator", secrets);
    warnings.forEach(w -> caller.err().println("innkeeper: " + SafeText.line(w)));
    int kept = secrets.size() - warnings.size();
    services
        .audit()
        .append(AuditDraft.ok("redaction.add", caller.actor(), kept + " secrets registered"));
    caller
        .out()
        .println(kept + (kept == 1 ? " secret" : " secrets") + " registered until the host ends");
    return warnings.isEmpty() ? 0 : 1;
  }

  private int list(Caller caller) throws CommandRefusedException {
    List<Redactor.RuleStatus> rules = services.redactor().rules();
    for (Redactor.RuleStatus rule : rules) {
      String state = rule.active() ? "active" : "switched off: " + SafeText.line(rule.fault());
      caller.out().println(SafeText.line(rule.name()) + "  " + state);
    }
    if (rules.isEmpty()) {
      caller.out().println("no rules beside the built-in ones");
    }
    return 0;
  }

  /** As a whole: a key block is one only with all its lines. */
  private int test(Caller caller) throws IOException, CommandRefusedException {
    String text = text(caller);
    Redactor redactor = services.redactor();
    caller.out().print(redactor.redact(text));
    return 0;
  }

  private static String text(Caller caller) throws IOException, CommandRefusedException {
    try (InputStream in = caller.open("-")) {
      byte[] bytes = in.readNBytes(MOST + 1);
      if (bytes.length > MOST) {
        throw new CommandRefusedException(
            "standard input holds more than 4 MiB; give less at once");
      }
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }
}
