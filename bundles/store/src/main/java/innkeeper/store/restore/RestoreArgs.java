package innkeeper.store.restore;

import java.util.ArrayList;
import java.util.List;

/**
 * The arguments of the restore command.
 *
 * @param what a backup's name, {@code latest}, or a file
 * @param dryRun whether only to show the plan
 * @param yes whether to skip the confirmation
 * @param acceptUnknown whether to accept a file without a manifest
 * @param keepAudit whether to carry over the audit entries that are newer than the backup
 * @param stop whether to stop the running host first
 */
record RestoreArgs(
    String what,
    boolean dryRun,
    boolean yes,
    boolean acceptUnknown,
    boolean keepAudit,
    boolean stop) {

  static final String USAGE =
      """
      usage: innkeeper restore NAME|latest|FILE [--dry-run] [--yes] [--stop] [--accept-unknown] [--no-keep-audit]
        NAME              a backup in DATA_DIR/backups, with or without .db
        latest            the newest verified backup, those made before a restore left out
        FILE              a path of a backup that lies elsewhere, without ..
        --dry-run         show what would be gained and lost, change nothing
        --yes             do not ask
        --stop            stop the host that runs there, and its servers, first
        --accept-unknown  take a sound Innkeeper database that no manifest vouches for
        --no-keep-audit   do not carry over audit entries that are newer than the backup""";

  /**
   * Reports a mistake on the command line; the message names the mistake and the allowed arguments.
   */
  static final class UsageException extends Exception {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
      super(message);
    }
  }

  /**
   * @param args the arguments, with or without the name of the command before them
   */
  static RestoreArgs parse(String... args) throws UsageException {
    List<String> rest = new ArrayList<>(List.of(args));
    if (!rest.isEmpty() && rest.get(0).equals("restore")) {
      rest.remove(0);
    }
    boolean dryRun = rest.remove("--dry-run");
    boolean yes = rest.remove("--yes");
    boolean acceptUnknown = rest.remove("--accept-unknown");
    boolean keepAudit = !rest.remove("--no-keep-audit");
    rest.remove("--keep-audit");
    boolean stop = rest.remove("--stop");
    for (String word : rest) {
      if (word.startsWith("-")) {
        throw new UsageException(
            "unknown or repeated option "
                + word
                + "; allowed: --dry-run --yes --stop --accept-unknown --no-keep-audit");
      }
    }
    if (rest.size() != 1 || rest.get(0).isBlank()) {
      throw new UsageException(
          rest.isEmpty()
              ? "which backup should be restored? allowed: NAME, latest, FILE"
              : "one backup at a time, not "
                  + String.join(", ", rest)
                  + "; allowed: NAME, latest, FILE");
    }
    return new RestoreArgs(rest.get(0), dryRun, yes, acceptUnknown, keepAudit, stop);
  }
}
