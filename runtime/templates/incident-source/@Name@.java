package @package@;

import innkeeper.api.incident.IncidentSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

/** Asked each five seconds what is wrong now, on a thread that this source has alone. */
final class @Name@ implements IncidentSource {

  private final Path file;
  private final Clock clock;
  private Instant since;

  @Name@(Path file, Clock clock) {
    this.file = file;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "@name@";
  }

  @Override
  public List<Trouble> troubles() {
    if (!Files.exists(file)) {
      since = null;
      return List.of();
    }
    if (since == null) {
      since = clock.instant();
    }
    return List.of(new Trouble("file", "", "there is a file " + file.getFileName(), since));
  }
}
