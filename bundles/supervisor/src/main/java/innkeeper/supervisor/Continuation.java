package innkeeper.supervisor;

import innkeeper.supervisor.run.Json;
import innkeeper.supervisor.run.RunFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a supervisor goes on where another one left off, or begins anew. run/supervisor.last says
 * in which boot of the machine the last one worked, and whether a clean stop of the host was its
 * end: after a crash, a swap, {@code restart-host} and {@code upgrade} it was not.
 */
final class Continuation {

  private static final Logger LOG = LoggerFactory.getLogger(Continuation.class);
  private static final String FILE = "supervisor.last";

  private final RunFiles run;
  private final String bootId;

  Continuation(RunFiles run, String bootId) {
    this.run = run;
    this.bootId = bootId;
  }

  /** Returns whether the last supervisor is continued; the caller asks before {@link #begun}. */
  boolean goesOn() {
    try {
      Map<?, ?> last = Json.read(Files.readAllBytes(run.dir().resolve(FILE)));
      return bootId.equals(last.get("bootId")) && Boolean.FALSE.equals(last.get("stopped"));
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      LOG.warn("{} cannot be read, what is wanted is started anew error={}", FILE, e.getMessage());
      return false;
    }
  }

  /** A supervisor is at work from now on. */
  void begun() {
    write(false);
  }

  /** All servers were stopped, for the host was. */
  void stopped() {
    write(true);
  }

  /** Over what is there, which takes no room on a full disk. */
  private void write(boolean stopped) {
    try {
      run.overwrite(
          run.dir().resolve(FILE), Json.write(Map.of("bootId", bootId, "stopped", stopped)));
    } catch (IOException e) {
      LOG.warn("{} not written stopped={} error={}", FILE, stopped, e.getMessage());
    }
  }
}
