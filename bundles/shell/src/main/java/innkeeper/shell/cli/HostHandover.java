package innkeeper.shell.cli;

import innkeeper.api.host.Host;
import innkeeper.api.host.Host.Arrival;
import innkeeper.common.text.Amounts;
import java.time.Duration;
import java.util.Optional;

/**
 * The two halves of a command that outlives its host: it leaves the old host, then reports the new
 * one.
 */
public final class HostHandover {

  private static final long LOOK_MS = 10;

  /**
   * The longest time that a host may take to stop. It is short, because the servers keep running.
   */
  private static final Duration LEAVE = Duration.ofSeconds(60);

  /** The longest time until the next host is ready, including the trial of a release. */
  private static final Duration ARRIVE = Duration.ofSeconds(120);

  private HostHandover() {}

  /** Waits until this shell closes; then the caller continues on the next host's shell. */
  public static int leave(Caller caller)
      throws Suspended, CommandRefusedException, InterruptedException {
    caller.out().flush();
    try (ProgressLine line = new ProgressLine(caller)) {
      for (long waited = 0; waited < LEAVE.toMillis(); waited += LOOK_MS) {
        if (caller.leaving()) {
          throw new Suspended("next host");
        }
        say(line, "this host stops; servers run on", waited);
        Thread.sleep(LOOK_MS);
      }
    }
    throw new CommandRefusedException("the host does not stop; see: innkeeper logs --main");
  }

  /** Shows a progress line, on a terminal only and after half a second. */
  private static void say(ProgressLine line, String what, long waited) {
    if (waited >= 500) {
      line.say(what + ": " + Amounts.span(Duration.ofMillis(waited)));
    }
  }

  /** Reports how the next host started. It fails if an upgrade was undone. */
  public static int tell(Services services, Caller caller)
      throws Suspended, CommandRefusedException, InterruptedException {
    Host host = services.get(Host.class);
    try (ProgressLine line = new ProgressLine(caller)) {
      for (long waited = 0; waited < ARRIVE.toMillis(); waited += LOOK_MS) {
        Optional<Arrival> arrival = host.arrival();
        if (arrival.isPresent()) {
          line.clear();
          return tell(arrival.get(), host, caller);
        }
        if (caller.leaving()) {
          throw new Suspended("next host"); // an upgrade goes back to the previous release
        }
        say(line, "the next host gets ready", waited);
        Thread.sleep(LOOK_MS);
      }
    }
    throw new CommandRefusedException("the next host is not ready; see: innkeeper health");
  }

  private static int tell(Arrival arrival, Host host, Caller caller)
      throws CommandRefusedException {
    String took =
        arrival
            .asked()
            .map(asked -> Duration.between(asked, arrival.ready()).toMillis() + " ms")
            .orElse("a crash");
    caller.println("innkeeper " + host.release().name() + " runs, after " + took);
    if (!arrival.failed().isEmpty()) {
      throw new CommandRefusedException("went back: " + arrival.failed());
    }
    return 0;
  }
}
