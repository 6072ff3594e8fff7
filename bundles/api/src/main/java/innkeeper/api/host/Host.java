package innkeeper.api.host;

import innkeeper.api.audit.Actor;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.osgi.annotation.versioning.ProviderType;

/** The host process. Safe for many threads. */
@ProviderType
public interface Host {

  /** Which release runs. */
  Release release();

  /** What lies ready to go back to, the running one included; the newest first. */
  List<Release> releases();

  /**
   * A new host process takes over; servers, logs and streams run on. Returns as this one begins to
   * stop.
   *
   * @throws HostException if the next could not start; nothing has changed
   */
  void restart(Actor actor);

  /**
   * Unpacks a release's archive, tries it on an empty DATA_DIR, then has it take over. It goes back
   * by itself if it is not ready and healthy soon. Returns as this host begins to stop.
   *
   * @param sha256 the archive's, in hex; "" for not to be checked
   * @param progress told of each step, in one line
   * @throws HostException that says why not; nothing has changed
   */
  void upgrade(Path archive, String sha256, Consumer<String> progress, Actor actor);

  /**
   * The release that ran before takes over again.
   *
   * @throws HostException if there is none, or it cannot start; nothing has changed
   */
  void back(Actor actor);

  /** How this host came to run; empty until it is ready. */
  Optional<Arrival> arrival();

  /**
   * A release that lies on this machine.
   *
   * @param name of its directory; of an installation its version
   * @param home where it lies
   */
  record Release(String name, String version, Path home) {}

  /**
   * How a host came to run.
   *
   * @param asked when the one before was asked to give way; empty after an ordinary start
   * @param ready when this one was ready
   * @param failed why an upgrade was undone, this being the old release again; "" for none
   */
  record Arrival(Optional<Instant> asked, Instant ready, String failed) {}

  /** Refused; one line that says why. */
  class HostException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public HostException(String message) {
      super(message);
    }

    public HostException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
