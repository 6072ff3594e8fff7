package innkeeper.shell.command;

import innkeeper.api.audit.AuditEntry;
import innkeeper.api.audit.AuditLog;
import innkeeper.common.terminal.Colour;
import innkeeper.common.terminal.TextTable;
import innkeeper.common.time.ZonedText;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.Listing;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.Services;
import java.util.List;

/**
 * {@code audit [-n 100] [--json]}, {@code audit verify}: shows the audit record, or verifies its
 * chain of hashes.
 */
record AuditCommand(Services services) implements Command {

  /** The actions on the audit record as a whole, which {@code audit verify} lists. */
  private static final List<String> RESTORES =
      List.of("database.restore", "database.replace", "database.suspect");

  @Override
  public Help help() {
    return Help.of(
            "audit [-n 100] [--json]", "shows the record of who did what, or proves it whole")
        .form("audit verify")
        .details(
            "-n N    the newest N entries, 1-1000",
            "verify  walks the whole chain of hashes; exit status 1 where it is broken; lists restores");
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    int count = options.number("-n", 100, 1, 1000);
    boolean verify = !options.plain().isEmpty() && options.plain().get(0).equals("verify");
    options.atMost(verify ? 1 : 0).check();
    AuditLog audit = services.get(AuditLog.class);
    if (verify) {
      return verify(caller, audit);
    }
    List<AuditEntry> entries = audit.entries(count, Long.MAX_VALUE, "", "").entries();
    return new Listing<>(entries)
        .column("SEQ", AuditEntry::seq)
        .column("WHEN", e -> ZonedText.of(e.ts()))
        .column("VIA", e -> e.actor().via().word())
        .column("ACTION", AuditEntry::action)
        .column("PROJECT", AuditEntry::channelId)
        .column("OUTCOME", AuditCommand::outcome)
        .column("DETAIL", e -> ZonedText.within(e.detail()))
        .print(caller, options.has("--json"));
  }

  private static TextTable.Cell outcome(AuditEntry e) {
    return new TextTable.Cell(e.outcome(), e.outcome().equals("ok") ? Colour.NONE : Colour.YELLOW);
  }

  private static int verify(Caller caller, AuditLog audit) throws CommandRefusedException {
    AuditLog.Verification found = audit.verify();
    if (!found.whole()) {
      throw new CommandRefusedException(
          "the record is broken at entry %s (%s read): %s"
              .formatted(found.brokenAt().getAsLong(), found.entries(), found.reason()));
    }
    caller.println("the record is whole: " + found.entries() + " entries");
    // An intact chain can still go back in time through a restore, so restores are listed.
    for (String action : RESTORES) {
      for (AuditEntry e : audit.entries(1000, Long.MAX_VALUE, "", action).entries()) {
        String when = ZonedText.of(e.ts());
        caller.println(
            "entry %s  %s  %s  %s".formatted(e.seq(), when, action, ZonedText.within(e.detail())));
      }
    }
    return 0;
  }
}
