package innkeeper.shell.past;

import innkeeper.api.audit.Actor;
import innkeeper.api.incident.Incident;
import innkeeper.api.incident.Incident.End;
import innkeeper.api.incident.Incident.Range;
import innkeeper.api.incident.Incidents;
import innkeeper.common.terminal.Colour;
import innkeeper.common.terminal.SafeText;
import innkeeper.common.terminal.TextTable;
import innkeeper.common.text.Amounts;
import innkeeper.common.time.ZonedText;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Human;
import innkeeper.shell.cli.Listing;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code incidents [ID…] [--at T] [--since T] [--json]}, {@code incidents show|ack|snooze N}: lists
 * incidents, and shows, acknowledges or snoozes one.
 */
public record IncidentsCommand(Services services, Clock clock) implements Command {

  private static final Duration USUAL = Duration.ofDays(1);

  /**
   * The margin around {@code --at}: a time of day covers a minute, and trouble begins a little
   * earlier.
   */
  private static final Duration AROUND = Duration.ofMinutes(1);

  private static final Duration USUAL_SNOOZE = Duration.ofHours(1);
  private static final int MOST_SHOWN_WHOLE = 3;

  @Override
  public Help help() {
    return Help.of(
            "incidents [ID...] [--at T] [--since T] [--json]",
            "shows what went wrong, newest first")
        .form("incidents show N [--json]")
        .form("incidents ack N")
        .form("incidents snooze N [--for SPAN]")
        .details(
            "--at T      what lasted at that time, with lines and changes before it",
            "--since T   what lasted since then; default: one day",
            "show N      one incident, with lines and changes before it",
            "ack N       notes that you have seen it",
            "snooze N    suppresses reminders of it; SPAN is 1m to 7d, default 1h",
            "T is -2h, 03:12, yesterday 03:12, 2026-11-22 03:12, or ISO 8601.")
        .argument(Help.Kind.PROJECT);
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    List<String> plain = options.plain();
    String first = plain.isEmpty() ? "" : plain.get(0);
    return switch (first) {
      case "show", "ack", "snooze" -> one(caller, options, first);
      default -> list(caller, options);
    };
  }

  private int one(Caller caller, Options options, String what) throws Exception {
    long number = number(options);
    for (String other : List.of("--at", "--since")) {
      if (options.has(other)) {
        options.wrong(other + " goes with a list of incidents only");
      }
    }
    if (!what.equals("snooze") && options.has("--for")) {
      options.wrong("--for goes with snooze only");
    }
    Duration span =
        options
            .span("--for", Incidents.SHORTEST_SNOOZE, Incidents.LONGEST_SNOOZE, "1m to 7d")
            .orElse(USUAL_SNOOZE);
    options.atMost(2).check();
    Incidents incidents = services.get(Incidents.class);
    Actor actor = caller.actor();
    Incident now =
        switch (what) {
          case "ack" -> incidents.acknowledge(number, actor);
          case "snooze" -> incidents.snooze(number, span, actor);
          default ->
              incidents
                  .incident(number)
                  .orElseThrow(() -> new Incidents.UnknownIncidentException(number));
        };
    if (options.has("--json")) {
      caller.json(now);
    } else if (what.equals("show")) {
      whole(caller, now);
    } else {
      caller.println(noted(now, what));
    }
    return 0;
  }

  private static String noted(Incident now, String what) {
    boolean ack = what.equals("ack");
    Optional<Instant> at = ack ? now.acknowledgement().at() : now.acknowledgement().snoozedUntil();
    return "incident %s is %s %s"
        .formatted(
            now.id(),
            ack ? "acknowledged since" : "snoozed until",
            at.map(ZonedText::of).orElse("now"));
  }

  private static long number(Options options) {
    String text = options.plain().size() < 2 ? "" : options.plain().get(1);
    if (!text.matches("[0-9]{1,18}")) {
      options.wrong(
          text.isEmpty() ? "N is missing" : "N is " + text + "; allowed: an incident's number");
      return 0;
    }
    return Long.parseLong(text);
  }

  private int list(Caller caller, Options options) throws Exception {
    Instant now = clock.instant();
    Optional<Instant> at = options.time("--at", clock);
    Optional<Instant> since = options.time("--since", clock);
    if (at.isPresent() && since.isPresent()) {
      options.wrong("--at and --since exclude each other");
    }
    if (options.has("--for")) {
      options.wrong("--for goes with snooze only");
    }
    options.check();
    Instant from = at.map(t -> t.minus(AROUND)).or(() -> since).orElse(now.minus(USUAL));
    // The range has no end, because an open incident may begin in the future after the clock
    // was set back.
    Instant to = at.map(t -> t.plus(AROUND)).orElse(Instant.MAX);
    List<Incident> found =
        services
            .get(Incidents.class)
            .find(
                new Incidents.Query(
                    options.plain(), from, to.isBefore(from) ? from : to, Optional.empty(), 1000));
    if (!options.has("--json") && found.isEmpty()) {
      caller
          .err()
          .println(
              "no incident " + (at.isPresent() ? "at " : "since ") + ZonedText.of(at.orElse(from)));
    } else if (!options.has("--json") && at.isPresent() && found.size() <= MOST_SHOWN_WHOLE) {
      for (Incident incident : found) {
        whole(caller, incident);
      }
    } else {
      list(found, now).print(caller, options.has("--json"));
    }
    return 0;
  }

  private static Listing<Incident> list(List<Incident> found, Instant now) {
    return new Listing<>(found)
        .column("N", Incident::id)
        .column("PROJECT", i -> i.channelId().isEmpty() ? "-" : i.channelId())
        .column("KIND", IncidentsCommand::kind)
        .column("FROM", i -> ZonedText.of(i.from()))
        .column("FOR", i -> Amounts.span(lasted(i, now)) + (i.open() ? " open" : ""))
        .column("RUNS", i -> i.course().runs() == 0 ? "" : i.course().runs())
        .column("CAUSE", i -> ZonedText.within(i.cause()));
  }

  private static TextTable.Cell kind(Incident i) {
    return new TextTable.Cell(i.kind().word(), colour(i));
  }

  private static Duration lasted(Incident incident, Instant now) {
    Instant end = incident.to().orElse(now);
    return end.isBefore(incident.from()) ? Duration.ZERO : Duration.between(incident.from(), end);
  }

  private static Colour colour(Incident incident) {
    if (!incident.open()) {
      return Colour.DIM;
    }
    return incident.acknowledgement().by().isPresent() ? Colour.YELLOW : Colour.RED;
  }

  private static void whole(Caller caller, Incident i) {
    PrintStream out = caller.out();
    out.println(
        "incident "
            + i.id()
            + ": "
            + caller.painted(kind(i))
            + (i.channelId().isEmpty() ? "" : " of " + i.channelId())
            + (i.subject().source().isEmpty()
                ? ""
                : ", reported by " + SafeText.line(i.subject().source()))
            + (i.course().runs() == 0
                ? ""
                : ", " + i.course().runs() + (i.course().runs() == 1 ? " run" : " runs")));
    out.println("from:     " + ZonedText.of(i.from()));
    out.println("to:       " + i.to().map(ZonedText::of).orElse("it lasts"));
    out.println("cause:    " + Human.sentence(i.cause()));
    i.context().resources().ifPresent(usage -> out.println("before:   " + usage(usage)));
    caller.lines("changed:  ", i.context().changes().stream().map(IncidentsCommand::line).toList());
    caller.lines("acted:    ", i.context().actors().stream().map(IncidentsCommand::line).toList());
    i.acknowledgement().at().ifPresent(at -> out.println("seen:     " + ZonedText.of(at)));
    i.acknowledgement()
        .snoozedUntil()
        .ifPresent(at -> out.println("snoozed:  until " + ZonedText.of(at)));
    i.course().ends().forEach(end -> end(out, end));
    out.println();
  }

  private static String line(Incident.Change change) {
    String via = change.via().isEmpty() ? "" : " (" + change.via() + ")";
    String detail = change.detail().isEmpty() ? "" : ": " + change.detail();
    return ZonedText.of(change.at()) + " " + Human.sentence(change.what() + detail + via);
  }

  private static String line(Incident.Action action) {
    String who = (action.actor().via().word() + " " + action.actor().program()).strip();
    return ZonedText.of(action.at()) + " " + SafeText.line(action.action() + " (" + who + ")");
  }

  private static void end(PrintStream out, End end) {
    String times = end.count() == 1 ? "" : ", " + end.count() + " times, the last";
    out.println(
        "It %s%s at %s%s"
            .formatted(
                end.sentence(),
                times,
                ZonedText.of(end.at()),
                end.lines().isEmpty() ? "" : ", after:"));
    end.lines().forEach(line -> out.println("  | " + SafeText.line(line)));
  }

  private static String usage(Incident.Usage usage) {
    return Stream.concat(
            usage.cpuPercent().map(IncidentsCommand::cpu).stream(),
            usage.rssBytes().map(IncidentsCommand::memory).stream())
        .collect(Collectors.joining(", "));
  }

  private static String cpu(Range cpu) {
    return String.format(Locale.ROOT, "CPU %.1f %% (at most %.1f %%)", cpu.avg(), cpu.max());
  }

  private static String memory(Range rss) {
    String average = Amounts.bytes(Math.round(rss.avg()));
    return "memory %s (at most %s)".formatted(average, Amounts.bytes(Math.round(rss.max())));
  }
}
