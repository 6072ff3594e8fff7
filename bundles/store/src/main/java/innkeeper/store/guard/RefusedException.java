package innkeeper.store.guard;

import java.io.IOException;
import java.util.List;

/** bot.db must not be opened. Nothing was changed. */
public final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<String> lines;

  RefusedException(List<String> lines) {
    super(String.join("\n", lines));
    this.lines = List.copyOf(lines);
  }

  /**
   * For what shows only once SQLite has the file.
   *
   * @param reason what was found, one line
   * @param advice what to do, one line; "" to restore a backup
   */
  public static RefusedException of(Layout layout, String reason, String advice)
      throws IOException {
    return new RefusedException(Refusal.lines(layout, new Verdict.Refused(reason, advice)));
  }

  /** For people: what was found, what can be restored, what to do. */
  public List<String> lines() {
    return lines;
  }
}
