package innkeeper.api.host;

import innkeeper.api.audit.Actor;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The host process: which release runs, and how another takes over while servers run on. Provided
 * by the host bundle, so the service is never away. Safe for many threads. No method returns null.
 */
@ProviderType
public interface Host {

  /**
   * The release that runs.
   *
   * @return the same for the life of the process
   */
  Release release();

  /**
   * The releases on this machine that this host can run.
   *
   * @return the running one first, then those upgraded to, the newest first
   * @throws HostException if their directory cannot be listed
   */
  List<Release> releases();

  /**
   * Has a new host process take over; servers, logs and streams run on. Returns when this one
   * begins to stop.
   *
   * @throws HostException if the next could not start; nothing has changed
   */
  void restart(Actor actor);

  /**
   * Unpacks a release's archive, tries it on an empty DATA_DIR, then has it take over. This release
   * takes over again if the new one is not ready and healthy soon. Returns when this host begins to
   * stop.
   *
   * @param archive the release's .tar.gz
   * @param sha256 the archive's digest in hex; "" if it is not to be checked
   * @param progress called with one line before each step, on the caller's thread
   * @throws HostException if the release is refused, with the reason; nothing has changed
   */
  void upgrade(Path archive, String sha256, Consumer<String> progress, Actor actor);

  /**
   * Has the release that ran before take over again.
   *
   * @throws HostException if there is none, or it cannot start; nothing has changed
   */
  void back(Actor actor);

  /**
   * How this host came to run.
   *
   * @return empty until it is ready, and while an upgrade to it can still be undone
   */
  Optional<Arrival> arrival();

  /**
   * A release on this machine.
   *
   * @param name its directory's name; for an installation its version
   * @param version as its host bundle states it
   * @param home its directory, absolute
   */
  record Release(String name, String version, Path home) {}

  /**
   * How a host came to run.
   *
   * @param asked when the host before was asked to hand over; empty after an ordinary start
   * @param ready when this host was ready
   * @param failed why an upgrade was undone, if this is the old release again; "" otherwise
   */
  record Arrival(Optional<Instant> asked, Instant ready, String failed) {}

  /** A restart or an upgrade was refused. The message is one line that says why and what to do. */
  class HostException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes one without a cause. */
    public HostException(String message) {
      super(message);
    }

    /** Makes one with a cause. */
    public HostException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
