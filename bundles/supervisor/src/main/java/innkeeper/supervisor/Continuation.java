package innkeeper.supervisor;

import innkeeper.supervisor.run.Json;
import innkeeper.supervisor.run.RunFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether a supervisor continues the work of the last one, or makes a fresh start. The file
 * run/supervisor.last names the boot and the directory in which the last supervisor worked. It also
 * says whether a clean stop of the host ended it. A crash, a swap, {@code restart-host} and {@code
 * upgrade} are not clean stops.
 */
final class Continuation {

  private static final Logger LOG = LoggerFactory.getLogger(Continuation.class);
  private static final String FILE = "supervisor.last";

  private final RunFiles run;
  private final String bootId;
  private final Map<?, ?> last;
  private boolean keepsPlace;

  Continuation(RunFiles run, String bootId) {
    this.run = run;
    this.bootId = bootId;
    this.last = read();
  }

  private Map<?, ?> read() {
    try {
      return Json.read(Files.readAllBytes(run.dir().resolve(FILE)));
    } catch (NoSuchFileException e) {
      return Map.of();
    } catch (IOException e) {
      LOG.warn("{} cannot be read, all wanted projects are started error={}", FILE, e.getMessage());
      return Map.of();
    }
  }

  /** Returns whether the last supervisor is continued. */
  boolean goesOn() {
    return bootId.equals(last.get("bootId")) && Boolean.FALSE.equals(last.get("stopped"));
  }

  /**
   * Returns the run directory of the last supervisor, if it worked in this boot and in another
   * directory than this one; else empty.
   */
  Optional<Path> copiedFrom() {
    return bootId.equals(last.get("bootId"))
            && last.get("file") instanceof String file
            && last.get("directory") instanceof String directory
            && !file.equals(file())
        ? Optional.of(Path.of(directory))
        : Optional.empty();
  }

  /**
   * Keeps the recorded directory, so that the next supervisor detects again that this directory is
   * a copy.
   */
  void keepPlace() {
    keepsPlace = true;
  }

  private String file() {
    try {
      return run.identity();
    } catch (IOException e) {
      LOG.warn("run directory cannot be looked at error={}", e.getMessage());
      return "";
    }
  }

  /** Records that a supervisor is at work from now on. */
  void begun() {
    write(false);
  }

  /** Records that all servers were stopped, because the host was stopped. */
  void stopped() {
    write(true);
  }

  /** Overwrites the file in place, which needs no free space on a full disk. */
  private void write(boolean stopped) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("bootId", bootId);
    map.put("stopped", stopped);
    map.put("directory", keepsPlace ? last.get("directory") : run.dir().toString());
    map.put("file", keepsPlace ? last.get("file") : file());
    try {
      run.overwrite(run.dir().resolve(FILE), Json.write(map));
    } catch (IOException e) {
      LOG.warn("{} not written stopped={} error={}", FILE, stopped, e.getMessage());
    }
  }
}
