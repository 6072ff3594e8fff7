package innkeeper.api.log;

import innkeeper.api.json.JsonBody;
import innkeeper.api.json.JsonForm;
import java.util.List;

/**
 * What API and command line show of the end of a log. Immutable.
 *
 * @param channelId the project's, or {@code main}
 * @param file the active file, relative to DATA_DIR
 * @param lines oldest first, without line ends; unfinished ones last
 * @param truncated whether there was more than is read at once
 * @param redactions marks in these lines
 */
@JsonForm(name = "Tail")
public record TailRecord(
    String channelId, String file, List<String> lines, boolean truncated, long redactions)
    implements JsonBody {

  /**
   * The record of what was read.
   *
   * @param channelId as above
   * @param tail what was read
   * @return the record
   */
  public static TailRecord of(String channelId, Logs.Tail tail) {
    return new TailRecord(channelId, tail.file(), tail.all(), tail.truncated(), tail.redactions());
  }
}
