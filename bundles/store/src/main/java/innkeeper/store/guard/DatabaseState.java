package innkeeper.store.guard;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The result of an examination of bot.db. */
public sealed interface DatabaseState {

  /** The bot.db is missing, and no other file shows that it ever existed. */
  record Fresh() implements DatabaseState {}

  /**
   * The expected database of this DATA_DIR.
   *
   * @param database the real path of the file
   * @param bind the content of bind.json; empty if the file was lost
   * @param unclean whether the last stop was unclean or there are remarks; the database must then
   *     be checked after SQLite has opened it
   * @param stray whether there is a rollback journal that cannot belong to this database
   * @param remarks the findings for the audit record, one line each
   */
  record Own(
      Path database, Optional<Bind> bind, boolean unclean, boolean stray, List<String> remarks)
      implements DatabaseState {}

  /**
   * Another sound database than the expected one. It is accepted: a backup with the backup stamp,
   * confirmed by a manifest or by the restore command, or an unstamped Innkeeper database.
   *
   * @param name the backup's name; "" for an unstamped database
   * @param sha256 the hash of the file; "" for an unstamped database
   * @param applicationId the stamp of the file
   * @param borrowed whether the file has a second name or another owner, so it must be copied
   *     before it is changed
   * @param logged whether the WAL beside it belongs to it
   */
  record Replaced(
      Path database,
      String name,
      String sha256,
      int applicationId,
      boolean borrowed,
      boolean logged)
      implements DatabaseState {}

  /**
   * Any other content: the host must not open it.
   *
   * @param reason the fault, one line
   * @param advice the remedy, one line; "" to advise the restore of a backup
   */
  record Refused(String reason, String advice) implements DatabaseState {}
}
