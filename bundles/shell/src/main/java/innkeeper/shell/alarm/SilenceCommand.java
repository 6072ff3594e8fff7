package innkeeper.shell.alarm;

import innkeeper.api.alarm.Alarms;
import innkeeper.api.alarm.Alarms.Silence;
import innkeeper.api.supervisor.ProjectStatus;
import innkeeper.common.text.Amounts;
import innkeeper.common.time.ZonedText;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Listing;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * {@code silence ID… --for SPAN}, {@code silence ID… --end}, {@code silence [--json]}: suppresses
 * alarms of projects for a while, and lists the silences.
 */
public record SilenceCommand(Services services, Clock clock) implements Command {

  @Override
  public Help help() {
    return Help.of("silence ID... (--for SPAN)", "tells no alarms of projects for a while")
        .form("silence --all (--for SPAN)")
        .form("silence ID...|--all --end")
        .form("silence [--json]")
        .details(
            "--for SPAN  how long: 1m to 30d, such as 2h; what still lasts afterwards is reported then",
            "--all       all projects, and the host's own alarms",
            "--end       ends a silence now",
            "Without a project it lists the silences. They outlive a restart of the host.")
        .argument(Help.Kind.PROJECT);
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    boolean list = options.plain().isEmpty() && !options.has("--all");
    Optional<Duration> span =
        options.span("--for", Alarms.SHORTEST_SILENCE, Alarms.LONGEST_SILENCE, "1m to 30d");
    if (list && (span.isPresent() || options.has("--end"))) {
      options.wrong("ID is missing; --all means all projects and the host");
    }
    if (!list && options.has("--end") == options.has("--for")) {
      options.wrong("one of --for SPAN and --end is needed");
    }
    if (options.has("--all") && !options.plain().isEmpty()) {
      options.wrong("--all and ID exclude each other");
    }
    if (!list && options.has("--json")) {
      options.wrong("--json goes with the list only");
    }
    options.check();
    if (list) {
      return list(caller, options.has("--json"));
    }
    for (String id : ids(options)) {
      if (span.isPresent()) {
        begin(caller, id, span.get());
      } else {
        end(caller, id);
      }
    }
    return 0;
  }

  /** Returns the channelIds. If one project is unknown, the command silences none. */
  private List<String> ids(Options options) throws CommandRefusedException {
    if (options.has("--all")) {
      return List.of(Alarms.ALL);
    }
    return services.projects(options.plain(), "; nothing was done").stream()
        .map(ProjectStatus::channelId)
        .toList();
  }

  private void begin(Caller caller, String id, Duration span) throws CommandRefusedException {
    Silence silence = services.get(Alarms.class).silence(id, span, caller.actor());
    caller.println(who(id) + " silent until " + ZonedText.of(silence.until()));
  }

  private void end(Caller caller, String id) throws CommandRefusedException {
    boolean was = services.get(Alarms.class).endSilence(id, caller.actor());
    caller.println(who(id) + (was ? " silent no more" : " not silent"));
  }

  private static String who(String id) {
    return id.equals(Alarms.ALL) ? "all projects and the host are" : id + " is";
  }

  private int list(Caller caller, boolean json) throws Exception {
    Instant now = clock.instant();
    return new Listing<>(services.get(Alarms.class).silences())
        .column("PROJECT", one -> one.channelId().equals(Alarms.ALL) ? "all" : one.channelId())
        .column("UNTIL", one -> ZonedText.of(one.until()))
        .column("LEFT", one -> Amounts.span(Duration.between(now, one.until())))
        .column("SINCE", one -> ZonedText.of(one.since()))
        .column("BY", one -> (one.by().via().word() + " " + one.by().program()).strip())
        .print(caller, json, "nothing is silent");
  }
}
