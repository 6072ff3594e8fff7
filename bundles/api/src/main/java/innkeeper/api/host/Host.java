package innkeeper.api.host;

import innkeeper.api.audit.Actor;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The host process: its release, and its replacement by another host process while servers continue
 * to run. The host bundle provides it, so the service is never away. Safe for many threads. No
 * method returns null.
 */
@ProviderType
public interface Host {

  /** Returns the release of this process, which never changes. */
  Release release();

  /**
   * Returns the releases on this machine that this host can run.
   *
   * @return the running release first, then the upgraded ones, the newest first
   * @throws HostException if their directory cannot be listed
   */
  List<Release> releases();

  /**
   * Starts a new host process that takes over from this one; servers, logs and streams continue to
   * run. Returns when this process begins to stop.
   *
   * @throws HostException if the new process could not start; then nothing has changed
   */
  void restart(Actor actor);

  /**
   * Unpacks a release's archive, tries it on an empty DATA_DIR, then lets it take over. This
   * release takes over again if the new one is not ready and healthy soon. Returns when this host
   * begins to stop.
   *
   * @param archive the release's .tar.gz
   * @param sha256 the archive's digest in hex; "" for no check
   * @param progress called with one line before each step, on the caller's thread
   * @throws HostException if the release is refused, with the reason; then nothing has changed
   */
  void upgrade(Path archive, String sha256, Consumer<String> progress, Actor actor);

  /**
   * Lets the previous release take over again.
   *
   * @throws HostException if no previous release exists, or it cannot start; then nothing has
   *     changed
   */
  void back(Actor actor);

  /**
   * Returns how this host was started.
   *
   * @return empty until the host is ready, and while an upgrade to it can still be undone
   */
  Optional<Arrival> arrival();

  /**
   * A release on this machine.
   *
   * @param name its directory's name; for an installation its version
   * @param version the version of its host bundle
   * @param home its directory, absolute
   */
  record Release(String name, String version, Path home) {}

  /**
   * The way in which a host was started.
   *
   * @param asked when the previous host was asked to hand over; empty after an ordinary start
   * @param ready when this host became ready
   * @param failed the reason why an upgrade was undone, if this is the old release again; ""
   *     otherwise
   */
  record Arrival(Optional<Instant> asked, Instant ready, String failed) {}

  /**
   * A restart or an upgrade was refused. The message is one line with the reason and the next step.
   */
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
