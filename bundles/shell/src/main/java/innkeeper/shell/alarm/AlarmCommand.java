package innkeeper.shell.alarm;

import innkeeper.api.alarm.Alarms;
import innkeeper.api.alarm.Alarms.ChannelStatus;
import innkeeper.api.alarm.SendResult;
import innkeeper.api.alarm.SendResult.Outcome;
import innkeeper.common.terminal.Colour;
import innkeeper.common.terminal.SafeText;
import innkeeper.common.terminal.TextTable;
import innkeeper.common.time.ZonedText;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Listing;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;

/**
 * {@code alarm [--json]}, {@code alarm test CHANNEL}: lists the alarm channels, and sends a test to
 * one.
 */
public record AlarmCommand(Services services) implements Command {

  @Override
  public Help help() {
    return Help.of(
            "alarm [--json]", "lists the alarm channels, with their last success and failure")
        .form("alarm test CHANNEL")
        .details("test CHANNEL  sends a test to one channel, and says what came of it");
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    if (options.plain().isEmpty()) {
      options.check();
      return list(caller, options);
    }
    if (!options.plain().get(0).equals("test")) {
      options.wrong("unexpected word " + options.plain().get(0));
    } else if (options.plain().size() < 2) {
      options.wrong("CHANNEL is missing");
    }
    if (options.has("--json")) {
      options.wrong("--json goes with the list only");
    }
    options.atMost(2).check();
    return test(caller, options.plain().get(1));
  }

  private int test(Caller caller, String channel) throws CommandRefusedException {
    SendResult result = services.get(Alarms.class).test(channel, caller.actor());
    if (result.outcome() == Outcome.DELIVERED) {
      caller.println("a test was delivered to " + channel);
      return 0;
    }
    throw new CommandRefusedException(
        "the test was not delivered to " + channel + ": " + SafeText.line(result.error()));
  }

  private int list(Caller caller, Options options) throws Exception {
    return new Listing<>(services.get(Alarms.class).channels())
        .column("CHANNEL", ChannelStatus::name)
        .column("LAST SUCCESS", one -> one.lastSuccess().map(ZonedText::of).orElse("-"))
        .column("LAST FAILURE", one -> one.lastFailure().map(ZonedText::of).orElse("-"))
        .column("WAITING", ChannelStatus::waiting)
        .column("GIVEN UP", ChannelStatus::givenUp)
        .column("STATE", AlarmCommand::state)
        .print(
            caller,
            options.has("--json"),
            "no alarm channel is set up; see optional/ of the release");
  }

  private static TextTable.Cell state(ChannelStatus one) {
    if (!one.mistake().isEmpty()) {
      return new TextTable.Cell("not used: " + SafeText.line(one.mistake()), Colour.RED);
    }
    return one.error().isEmpty()
        ? new TextTable.Cell("ok", Colour.GREEN)
        : new TextTable.Cell(SafeText.line(one.error()), Colour.YELLOW);
  }
}
