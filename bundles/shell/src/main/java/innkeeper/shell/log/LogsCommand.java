package innkeeper.shell.log;

import innkeeper.api.audit.AuditLog;
import innkeeper.api.log.LogSearch;
import innkeeper.api.log.LogStream;
import innkeeper.api.log.Logs;
import innkeeper.api.log.Logs.Tail;
import innkeeper.api.log.TailRecord;
import innkeeper.api.record.LogLevel;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.api.supervisor.Supervisor;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;
import innkeeper.shell.cli.UsageException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** {@code logs ID…}: reads, searches, merges and follows logs. */
public record LogsCommand(Services services, Clock clock) implements Command {

  private static final Map<String, LogStream> STREAMS =
      Map.of("out", LogStream.STDOUT, "err", LogStream.STDERR);

  private static final List<String> SELECTING =
      List.of("--since", "--until", "--grep", "--level", "--stream", "-t", "--times", "-C");

  private static final List<String> REFUSED_BY_ALL =
      List.of("Unclosed group", "Unmatched closing ')'", "Dangling meta character");

  @Override
  public Help help() {
    return Help.of(
            "logs ID... [-n|--lines 200] [-f|--follow] [-t|--times] [--json]",
            "shows logs, redacted, archives included")
        .form("logs ID... [--since T] [--until T] [--stream out|err] [...]")
        .form("logs ID... [--grep RE] [--level LEVEL] [-C N] [...]")
        .form("logs --main [-n|--lines 200] [-f|--follow] [--json]")
        .details(
            "-n N      the newest N lines, 0-10000; default 200, with --since or --until all",
            "-f        and then what comes, until Ctrl-C",
            "--since T, --until T",
            "          03:12, yesterday 03:12, -2h, 2026-11-22 03:12 or ISO 8601",
            "--grep RE only lines in which the pattern matches, in the syntax of RE2",
            "--level L only records that are at least debug, info, warn or error",
            "--stream  only what was printed on standard output or standard error",
            "-C N      with --grep or --level, N lines before and after each, 0-50",
            "-t        with the time at which each line came",
            "--main    the host's own log",
            "--json    of one log as GET /api/logs/ID gives it; with any of the options above, or",
            "          several logs, an object a line",
            "The lines of several logs are in the order of their times.",
            "Lines are printed as a terminal shows them: a progress bar as its last state, escape",
            "sequences left out, colours only on a terminal. --grep searches that text. A line of",
            "more than 16,384 characters is cut; --json without --grep and --level has all of it.")
        .argument(Help.Kind.PROJECT);
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    boolean follow = options.has("-f") || options.has("--follow");
    List<String> ids = new ArrayList<>(options.plain());
    if (options.has("--main")) {
      ids.add(Logs.MAIN);
    } else if (ids.isEmpty()) {
      options.wrong("ID (or --main) is missing");
    }
    boolean selects = ids.size() > 1 || SELECTING.stream().anyMatch(options::has);
    return selects ? selected(caller, options, ids, follow) : one(caller, options, ids, follow);
  }

  private int one(Caller caller, Options options, List<String> ids, boolean follow)
      throws Exception {
    int lines = lines(options, 200);
    if (follow && options.has("--json")) {
      options.wrong("--json and -f go together only with -t or several logs");
    }
    options.check();
    String id = ids.get(0);
    Logs logs = services.get(Logs.class);
    LogSource log = new LogSource(id, nameOf(id, logs));
    reportOwners(caller, List.of(log));
    if (options.has("--json")) {
      caller.json(record(id, logs.tail(log.name(), Math.max(1, lines)), lines));
      return 0;
    }
    LogPrinter printer = LogPrinter.plain(caller);
    String cursor = caller.resume();
    if (cursor.isEmpty()) {
      Tail tail = logs.tail(log.name(), Math.max(1, lines));
      if (lines > 0) {
        if (tail.truncated()) {
          caller.note("only the newest 4 MiB are shown; the whole: " + tail.file());
        }
        (follow ? tail.lines() : tail.all()).forEach(printer::line);
      }
      cursor = tail.cursor();
    }
    if (follow) {
      FollowedLogs followed = new FollowedLogs(services, LogSelection.all(log), printer, caller);
      followed.from(cursor);
      followed.run();
    }
    return 0;
  }

  private static int lines(Options options, int fallback) {
    return options.number(options.has("--lines") ? "--lines" : "-n", fallback, 0, 10_000);
  }

  private int selected(Caller caller, Options options, List<String> ids, boolean follow)
      throws Exception {
    boolean bounded = options.has("--since") || options.has("--until");
    boolean counted = options.has("-n") || options.has("--lines");
    int lines = lines(options, 200);
    String pattern = options.value("--grep").orElse("");
    Optional<Instant> from = options.time("--since", clock);
    Optional<Instant> to = options.endTime("--until", from, clock);
    Optional<LogLevel> level =
        options.parsed("--level", word -> LogLevel.of(word.toLowerCase(Locale.ROOT)));
    Optional<LogStream> stream = options.value("--stream").map(STREAMS::get);
    boolean searches = !pattern.isEmpty() || options.has("--level");
    checkPattern(options, pattern);
    int context = options.number("-C", 0, 0, LogSearch.MOST_CONTEXT);
    if (options.has("-C") && !searches) {
      options.wrong("-C goes with --grep or --level");
    }
    if (stream.isPresent() && searches) {
      options.wrong("--stream does not go with --grep or --level");
    }
    if (follow && to.isPresent()) {
      options.wrong("-f and --until do not go together: what is followed has no end");
    }
    options.check();
    List<LogSource> logs = new ArrayList<>();
    for (String id : ids) {
      logs.add(new LogSource(id, nameOf(id, services.get(Logs.class))));
    }
    reportOwners(caller, logs);
    Optional<Integer> most = bounded && !counted ? Optional.empty() : Optional.of(lines);
    LogSelection selection =
        new LogSelection(logs, from, to, pattern, level, stream, most, context);
    boolean times = options.has("-t") || options.has("--times");
    LogPrinter printer = new LogPrinter(caller, logs, times, options.has("--json"));
    FollowedLogs followed = new FollowedLogs(services, selection, printer, caller);
    try {
      if (!caller.resume().isEmpty()) {
        followed.from(caller.resume());
      } else {
        if (follow) {
          followed.fromEnds();
        }
        new LogReading(services, selection, printer).run();
      }
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
    if (follow) {
      followed.run();
    }
    return 0;
  }

  /**
   * Notes patterns that both RE2 and Java's engine refuse. Each engine accepts patterns that the
   * other does not; the search itself checks those.
   */
  private static void checkPattern(Options options, String pattern) {
    try {
      Pattern.compile(pattern);
    } catch (PatternSyntaxException e) {
      if (REFUSED_BY_ALL.stream().anyMatch(e.getDescription()::startsWith)) {
        options.wrong(
            "--grep: the pattern \"" + pattern + "\" cannot be read: " + e.getDescription());
      }
    }
  }

  private static TailRecord record(String id, Tail tail, int lines) {
    return lines == 0
        ? new TailRecord(id, tail.file(), List.of(), tail.truncated(), 0)
        : TailRecord.of(id, tail);
  }

  /**
   * Reports on standard error which lines come from another project, and where the project has
   * other lines.
   */
  private void reportOwners(Caller caller, List<LogSource> asked) throws Exception {
    Optional<AuditLog> audit = services.now(AuditLog.class);
    boolean mainAlone = asked.stream().allMatch(log -> log.name().equals(Logs.MAIN));
    if (!caller.resume().isEmpty() || audit.isEmpty() || mainAlone) {
      return;
    }
    LogNames names = new LogNames(audit.get(), services.get(Logs.class));
    for (LogSource log : asked) {
      String project = project(log.id()).map(ProjectStatus::channelId).orElse("");
      names.notes(project, log.name()).forEach(caller::note);
    }
  }

  private Optional<ProjectStatus> project(String id) {
    return services.now(Supervisor.class).flatMap(s -> s.project(id));
  }

  /**
   * Returns the name of the log. A log outlives its project, so a word that is not a project may
   * still name a log.
   */
  private String nameOf(String id, Logs logs) throws CommandRefusedException {
    if (id.equals(Logs.MAIN)) {
      return id;
    }
    Optional<ProjectStatus> project = project(id);
    if (project.isPresent()) {
      return project.get().name();
    }
    if (logs.status(id).isPresent()) {
      return id;
    }
    throw services.unknownProjects(List.of(id), ", and no log of that name");
  }
}
