package innkeeper.shell.command;

import innkeeper.api.rotation.Rotator;
import innkeeper.common.terminal.Colour;
import innkeeper.common.terminal.TextTable;
import innkeeper.common.text.Amounts;
import innkeeper.common.time.ZonedText;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Listing;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** {@code rotation [--json]}: lists the logs with their sizes, next rotations and archives. */
record RotationCommand(Services services, Clock clock) implements Command {

  @Override
  public Help help() {
    return Help.of("rotation [--json]", "lists the logs: size, next rotation, archives");
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    options.atMost(0).check();
    List<Rotator.Status> logs = services.get(Rotator.class).status();
    boolean json = options.has("--json");
    new Listing<>(logs)
        .column("LOG", Rotator.Status::name)
        .column("SIZE", log -> Amounts.bytes(log.bytes()))
        .column("NEXT ROTATION", this::next)
        .column("ARCHIVES", log -> log.archives().size())
        .column("THEIR SIZE", log -> Amounts.bytes(log.archiveBytes()))
        .column("OLDEST", log -> log.oldest().map(ZonedText::of).orElse(""))
        .print(caller, json);
    for (Rotator.Status log : json ? List.<Rotator.Status>of() : logs) {
      log.next().failing().ifPresent(caller::note);
    }
    return 0;
  }

  private TextTable.Cell next(Rotator.Status log) {
    if (log.next().failing().isPresent()) {
      return new TextTable.Cell("failing", Colour.YELLOW);
    }
    Instant now = clock.instant();
    String text = "at " + Amounts.bytes(log.maxBytes());
    text += log.next().expected().map(at -> ", in about " + in(now, at)).orElse("");
    text += log.next().at().map(at -> ", at the latest in " + in(now, at)).orElse("");
    return new TextTable.Cell(text, Colour.NONE);
  }

  private static String in(Instant now, Instant at) {
    return Amounts.span(Duration.between(now, at));
  }
}
