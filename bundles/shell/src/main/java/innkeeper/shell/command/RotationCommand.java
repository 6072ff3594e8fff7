package innkeeper.shell.command;

import innkeeper.api.rotation.Rotator;
import innkeeper.common.terminal.Colour;
import innkeeper.common.terminal.SafeText;
import innkeeper.common.terminal.TextTable;
import innkeeper.common.text.Amounts;
import innkeeper.common.time.ZonedText;
import innkeeper.shell.cli.AwaitedServices;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Json;
import innkeeper.shell.cli.Options;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** {@code rotation [--json]}: lists the logs with their sizes, next rotations and archives. */
final class RotationCommand implements Command {

  private final AwaitedServices services;
  private final Clock clock;

  RotationCommand(AwaitedServices services, Clock clock) {
    this.services = services;
    this.clock = clock;
  }

  @Override
  public Help help() {
    return Help.of("rotation [--json]", "lists the logs: size, next rotation, archives");
  }

  @Override
  public int run(Caller caller, List<String> words) throws Exception {
    Options options = Options.of(words, help()).atMost(0).checkNoRest();
    List<Rotator.Status> logs = services.rotator().status();
    if (options.has("--json")) {
      caller.out().println(Json.write(logs));
      return 0;
    }
    TextTable table =
        new TextTable("LOG", "SIZE", "NEXT ROTATION", "ARCHIVES", "THEIR SIZE", "OLDEST");
    for (Rotator.Status log : logs) {
      table.row(
          log.name(),
          Amounts.bytes(log.bytes()),
          next(log),
          log.archives().size(),
          Amounts.bytes(log.archiveBytes()),
          log.oldest().map(ZonedText::of).orElse(""));
    }
    caller.print(table);
    for (Rotator.Status log : logs) {
      log.next()
          .failing()
          .ifPresent(why -> caller.err().println("innkeeper: " + SafeText.line(why)));
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
