package innkeeper.store.guard;

import innkeeper.api.backup.BackupManifest;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What lies in bot.db's place. */
public sealed interface DatabaseState {

  /** Nothing, and nothing that says there ever was something. */
  record Fresh() implements DatabaseState {}

  /**
   * The database that belongs here.
   *
   * @param database the file itself
   * @param bind what is known of it; empty when that was lost
   * @param unclean it was not closed by the last host, so it must be checked once SQLite has it
   * @param stray whether a rollback journal lies beside it that cannot be its own
   * @param remarks what was odd, one line each, for the audit record
   */
  record Own(
      Path database, Optional<Bind> bind, boolean unclean, boolean stray, List<String> remarks)
      implements DatabaseState {}

  /**
   * A whole, stamped backup that is proven by a manifest.
   *
   * @param borrowed the file has another name too, or another owner, so it must be copied before it
   *     is changed
   */
  record Restored(
      Path database, BackupManifest manifest, Optional<RestoreOrder> order, boolean borrowed)
      implements DatabaseState {}

  /**
   * An unstamped, sound database of ours that is not the one which was here.
   *
   * @param logged whether the write-ahead log beside it is its own
   */
  record Replaced(Path database, int applicationId, boolean borrowed, boolean logged)
      implements DatabaseState {}

  /**
   * Anything else.
   *
   * @param reason what was found, one line
   * @param advice what to do, one line; "" to restore a backup
   */
  record Refused(String reason, String advice) implements DatabaseState {}
}
