package innkeeper.shell.command;

import innkeeper.api.log.Logs;
import innkeeper.api.log.Logs.Tail;
import innkeeper.api.log.TailRecord;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.shell.cli.AwaitedServices;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.FollowLoop;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Json;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.SafeText;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** {@code logs ID|--main [-n 200] [-f]}. */
final class LogsCommand implements Command {

  private final AwaitedServices services;

  LogsCommand(AwaitedServices services) {
    this.services = services;
  }

  @Override
  public Help help() {
    return Help.of(
            "logs ID [-n|--lines 200] [-f|--follow|--json]",
            "shows a project's log, redacted, archives included")
        .form("logs --main [-n|--lines 200] [-f|--follow|--json]")
        .details(
            "-n N    the newest N lines, 0-10000; default 200",
            "-f      and then what comes, until Ctrl-C",
            "--main  the host's own log",
            "--json  as GET /api/logs/ID gives it",
            "On a terminal escape sequences other than colours are left out.")
        .argument(Help.Kind.PROJECT);
  }

  @Override
  public int run(Caller caller, List<String> words) throws Exception {
    Options options = Options.of(words, help());
    int lines = options.number(options.has("--lines") ? "--lines" : "-n", 200, 0, 10_000);
    String id = options.has("--main") ? Logs.MAIN : options.one("ID (or --main)");
    options.atMost(options.has("--main") ? 0 : 1);
    boolean follow = options.has("-f") || options.has("--follow");
    if (follow && options.has("--json")) {
      options.wrong("--json and -f do not go together: what is followed has no end");
    }
    options.checkNoRest();
    Logs logs = services.logs();
    String name = nameOf(id, logs);
    if (options.has("--json")) {
      caller.out().println(Json.write(record(id, logs.tail(name, Math.max(1, lines)), lines)));
      return 0;
    }
    UnaryOperator<String> shown =
        !caller.terminal() ? line -> line : caller.colour() ? SafeText::coloured : SafeText::line;
    String cursor = caller.resume();
    if (cursor.isEmpty()) {
      Tail tail = logs.tail(name, Math.max(1, lines));
      if (tail.truncated() && lines > 0) {
        caller
            .err()
            .println("innkeeper: only the newest 4 MiB are shown; the whole: " + tail.file());
      }
      if (lines > 0) {
        (follow ? tail.lines() : tail.all())
            .forEach(line -> caller.out().println(shown.apply(line)));
      }
      cursor = tail.cursor();
    }
    if (follow) {
      new FollowLoop(services, name, cursor, caller, shown).run();
    }
    return 0;
  }

  private static TailRecord record(String id, Tail tail, int lines) {
    return lines == 0
        ? new TailRecord(id, tail.file(), List.of(), tail.truncated(), 0)
        : TailRecord.of(id, tail);
  }

  /** A log outlives its project: what is no project may still be a log. */
  private String nameOf(String id, Logs logs) throws CommandRefusedException {
    if (id.equals(Logs.MAIN)) {
      return id;
    }
    Optional<ProjectStatus> project = services.now().supervisor().get().flatMap(s -> s.project(id));
    if (project.isPresent()) {
      return project.get().name();
    }
    if (logs.status(id).isPresent()) {
      return id;
    }
    throw new CommandRefusedException("unknown project " + id + ", and no log of that name");
  }
}
