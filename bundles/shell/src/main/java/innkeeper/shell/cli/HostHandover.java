package innkeeper.shell.cli;

import innkeeper.api.host.Host;
import innkeeper.api.host.Host.Arrival;
import innkeeper.common.text.Amounts;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The two halves of a command that outlives its host: it leaves the old host, then reports the new
 * one.
 */
public final class HostHandover {

  private static final long LOOK_MS = 10;
  private static final long SILENT_MS = 500;

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
    return await(caller, LEAVE, "this host stops; servers run on", Optional::<Integer>empty)
        .orElseThrow(
            () ->
                new CommandRefusedException("the host does not stop; see: innkeeper logs --main"));
  }

  /** Reports how the next host started. It fails if an upgrade was undone. */
  public static int report(Services services, Caller caller)
      throws Suspended, CommandRefusedException, InterruptedException {
    Host host = services.get(Host.class);
    Arrival arrival =
        await(caller, ARRIVE, "the next host gets ready", host::arrival)
            .orElseThrow(
                () ->
                    new CommandRefusedException(
                        "the next host is not ready; see: innkeeper health"));
    return report(arrival, host, caller);
  }

  /**
   * Waits for a result. On a terminal it shows a progress line after half a second.
   *
   * @throws Suspended if this shell closes; an upgrade may go back to the previous release
   */
  private static <T> Optional<T> await(
      Caller caller, Duration longest, String what, Supplier<Optional<T>> result)
      throws Suspended, InterruptedException {
    try (ProgressLine line = new ProgressLine(caller)) {
      for (long waited = 0; waited < longest.toMillis(); waited += LOOK_MS) {
        Optional<T> found = result.get();
        if (found.isPresent()) {
          return found;
        }
        if (caller.leaving()) {
          throw new Suspended("next host");
        }
        if (waited >= SILENT_MS) {
          line.say(what + ": " + Amounts.span(Duration.ofMillis(waited)));
        }
        Thread.sleep(LOOK_MS);
      }
      return Optional.empty();
    }
  }

  private static int report(Arrival arrival, Host host, Caller caller)
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
