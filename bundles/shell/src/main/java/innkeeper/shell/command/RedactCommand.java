package innkeeper.shell.command;

import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.log.Redactor;
import innkeeper.common.terminal.SafeText;
import innkeeper.common.time.ZonedText;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;
import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * {@code redact add}, {@code test}, {@code list}, {@code stats} and {@code explain}: register
 * secrets, try the rules, and show what is hidden and why.
 */
record RedactCommand(Services services) implements Command {

  @Override
  public Help help() {
    return Help.of(
            "redact add --stdin [--keep]",
            "registers secrets; shows what rules do to lines, and lists them")
        .form("redact test")
        .form("redact list [WORD]")
        .form("redact stats [--all]")
        .form("redact explain ID [--stdin|--forget VALUE]")
        .details(
            "add --stdin  each line of standard input is a secret that must never be printed; it is",
            "             kept in memory only, until the machine restarts; with --keep, in",
            "             DATA_DIR/redact.keep for good, which no export and no backup has. At most",
            "             10,000 values in all: for values of one form, add a row to conf/redaction",
            "test         reads lines from standard input and prints what a log would hold of them; on",
            "             standard error, which rule hides what: line:first-last character, its id",
            "list [WORD]  rules of plugins, and why one is switched off; then rows of conf/redaction and the",
            "             built-in ones: id, texts that lead to it, source; only those with WORD",
            "stats        how many secrets each row hid since logging started, and how many rows hid",
            "             none; with --all, which these are",
            "explain ID   what the project's output taught: values that it showed as secrets, and that",
            "             are hidden everywhere since then, by id; with --stdin, why lines of",
            "             standard input would be hidden in its log; with --forget, that value no more");
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    String what = options.plain().isEmpty() ? "" : options.plain().get(0);
    boolean add = what.equals("add");
    boolean list = what.equals("list");
    boolean explain = what.equals("explain");
    if (!Set.of("add", "test", "list", "stats", "explain").contains(what)) {
      options.wrong(
          what.isEmpty() ? "add, test, list, stats or explain is missing" : "unknown word " + what);
    } else if ((list || explain) && options.plain().size() > 2) {
      options.atMost(2);
    } else if (explain && options.plain().size() < 2) {
      options.wrong("ID is missing: the project's");
    } else if (!list && !explain && options.plain().size() > 1) {
      // The message does not repeat the word, which may be a secret. The shell's history
      // contains it anyway.
      options.wrong(
          "secrets and lines come from standard input, never as words: those are seen by all");
    } else if (add && !options.has("--stdin")) {
      options.wrong("--stdin is missing: secrets come from standard input, one a line");
    } else if (!add && options.has("--keep")) {
      options.wrong("--keep goes with add only");
    } else if (!what.equals("stats") && options.has("--all")) {
      options.wrong("--all goes with stats only");
    } else if (!explain && options.has("--forget")) {
      options.wrong("--forget goes with explain only");
    }
    options.check();
    return switch (what) {
      case "add" -> add(caller, options.has("--keep"));
      case "list" -> list(caller, options.plain().size() > 1 ? options.plain().get(1) : "");
      case "stats" -> stats(caller, options.has("--all"));
      case "explain" -> explain(caller, options);
      default -> test(caller);
    };
  }

  private int add(Caller caller, boolean keep) throws IOException, CommandRefusedException {
    List<String> secrets = text(caller).lines().filter(line -> !line.isBlank()).toList();
    if (secrets.isEmpty()) {
      throw new CommandRefusedException("standard input held no secret; nothing was registered");
    }
    Redactor redactor = services.get(Redactor.class);
    Collection<String> warnings =
        keep ? redactor.keep("operator", secrets) : redactor.register("operator", secrets);
    warnings.forEach(caller::note);
    int count = secrets.size() - warnings.size();
    String registered = count + (count == 1 ? " secret" : " secrets") + " registered";
    String until = keep ? " and kept in redact.keep" : " until the machine restarts";
    services
        .get(AuditLog.class)
        .append(AuditDraft.ok("redaction.add", caller.actor(), registered + until));
    caller.println(registered + until);
    return warnings.isEmpty() ? 0 : 1;
  }

  private int list(Caller caller, String word) throws CommandRefusedException {
    Redactor redactor = services.get(Redactor.class);
    for (Redactor.RuleStatus rule : redactor.rules()) {
      String state = rule.active() ? "active" : "switched off: " + SafeText.line(rule.fault());
      print(caller, word, SafeText.line(rule.name()) + "  " + state);
    }
    for (Redactor.TableRule rule : redactor.tableRules()) {
      String off = rule.off().isEmpty() ? "" : "  switched off: " + rule.off();
      print(caller, word, rule.id() + "  " + rule.finds() + "  (" + rule.source() + ")" + off);
    }
    return 0;
  }

  private static void print(Caller caller, String word, String line) {
    if (line.toLowerCase(Locale.ROOT).contains(word.toLowerCase(Locale.ROOT))) {
      caller.println(SafeText.line(line));
    }
  }

  private int stats(Caller caller, boolean all) throws CommandRefusedException {
    List<Redactor.TableRule> rules = services.get(Redactor.class).tableRules();
    rules.stream()
        .filter(rule -> all || rule.fired() > 0)
        .sorted(Comparator.comparingLong(Redactor.TableRule::fired).reversed())
        .forEach(rule -> caller.println(rule.fired() + "  " + rule.id()));
    long silent = rules.stream().filter(rule -> rule.fired() == 0).count();
    caller.println(silent + (silent == 1 ? " rule" : " rules") + " hid nothing so far");
    return 0;
  }

  /** Redacts the text as a whole, because a key block is recognised only with all its lines. */
  private int test(Caller caller) throws IOException, CommandRefusedException {
    String text = text(caller);
    Redactor redactor = services.get(Redactor.class);
    caller.out().print(redactor.redact(text));
    for (Redactor.Found found : redactor.find(text)) {
      caller.err().println(place(found) + "  " + found.rule());
    }
    return 0;
  }

  private int explain(Caller caller, Options options) throws IOException, CommandRefusedException {
    String id = options.plain().get(1);
    Redactor redactor = services.get(Redactor.class);
    String log = services.project(id, "").name();
    Optional<String> forgotten = options.value("--forget");
    if (forgotten.isPresent()) {
      if (!redactor.forgetLearned(log, forgotten.get())) {
        throw new CommandRefusedException(
            "nothing forgotten: %s has no value %s; innkeeper redact explain %s lists them"
                .formatted(log, SafeText.line(forgotten.get()), log));
      }
      String done = "value " + forgotten.get() + " of " + log + " is hidden no more";
      services.get(AuditLog.class).append(AuditDraft.ok("redaction.forget", caller.actor(), done));
      caller.println(done);
      return 0;
    }
    if (options.has("--stdin")) {
      for (Redactor.Found found : redactor.explain(log, text(caller))) {
        caller.println(place(found) + "  " + found.rule());
      }
      return 0;
    }
    List<Redactor.LearnedValue> learned = redactor.learned(log);
    if (learned.isEmpty()) {
      caller.err().println("nothing is learned from the output of " + log);
    }
    for (Redactor.LearnedValue value : learned) {
      caller.println(
          "%s  taught by %s at %s  %s until %s"
              .formatted(
                  value.id(),
                  value.rule(),
                  ZonedText.of(value.since()),
                  value.forgotten() ? "not hidden" : "hidden",
                  ZonedText.of(value.until())));
    }
    return 0;
  }

  private static String place(Redactor.Found found) {
    return found.line() + ":" + found.from() + "-" + found.to();
  }

  private static String text(Caller caller) throws IOException {
    return caller.text("-", "standard input holds more than 4 MiB; give less at once");
  }
}
