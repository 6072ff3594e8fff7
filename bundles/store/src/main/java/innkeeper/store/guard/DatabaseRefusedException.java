package innkeeper.store.guard;

import java.io.IOException;
import java.util.List;

/** bot.db must not be opened. Nothing was changed. */
public final class DatabaseRefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<String> lines;

  DatabaseRefusedException(List<String> lines) {
    super(String.join("\n", lines));
    this.lines = List.copyOf(lines);
  }

  /**
   * For what shows only once SQLite has the file.
   *
   * @param reason what was found, one line
   * @param advice what to do, one line; "" to restore a backup
   */
  public static DatabaseRefusedException of(Layout layout, String reason, String advice)
      throws IOException {
    return new DatabaseRefusedException(
        RefusalText.lines(layout, new DatabaseState.Refused(reason, advice)));
  }

  /** For people: what was found, what can be restored, what to do. */
  public List<String> lines() {
    return lines;
  }
}
