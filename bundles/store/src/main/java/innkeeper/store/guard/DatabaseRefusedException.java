package innkeeper.store.guard;

import java.io.IOException;
import java.util.List;

/** Reports that bot.db must not be opened. The files are unchanged. */
public final class DatabaseRefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  DatabaseRefusedException(List<String> lines) {
    super(String.join("\n", lines));
  }

  /**
   * Returns a refusal for a fault that is found only after SQLite has opened the file.
   *
   * @param reason the fault, one line
   * @param advice the remedy, one line; "" to advise the restore of a backup
   */
  public static DatabaseRefusedException of(Layout layout, String reason, String advice)
      throws IOException {
    return new DatabaseRefusedException(
        RestoreHint.refusal(layout, new DatabaseState.Refused(reason, advice)));
  }

  /**
   * Returns the text for the operator: the fault, the backups that can be restored, and the remedy.
   */
  public List<String> lines() {
    return getMessage().lines().toList();
  }
}
