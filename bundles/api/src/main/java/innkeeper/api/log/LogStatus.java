package innkeeper.api.log;

import innkeeper.api.json.JsonBody;
import innkeeper.api.json.JsonForm;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The size and the counts of one log at one moment. Immutable.
 *
 * @param file the active file, relative to DATA_DIR: {@code logs/NAME.log}
 * @param bytes of the active file
 * @param lines the number of lines written since the host started
 * @param redactions the number of marks written since the host started
 * @param dropped lines discarded on a full disk since the host started; 0 unless the project asks
 *     for it ({@link innkeeper.api.project.LogPolicy.WhenFull#DROP})
 * @param writtenBytes bytes written since the host started, into all its files
 * @param lastLineAt when the last line was written; empty if none was since the host started
 */
public record LogStatus(
    String file,
    long bytes,
    long lines,
    long redactions,
    long dropped,
    @JsonForm(hidden = true) long writtenBytes,
    Optional<Instant> lastLineAt)
    implements JsonBody {

  /** Creates a status without the count of written bytes. */
  public LogStatus(
      String file,
      long bytes,
      long lines,
      long redactions,
      long dropped,
      Optional<Instant> lastLineAt) {
    this(file, bytes, lines, redactions, dropped, 0, lastLineAt);
  }

  @Override
  public Map<String, Object> toMap() {
    return JsonBody.super.toMap();
  }
}
