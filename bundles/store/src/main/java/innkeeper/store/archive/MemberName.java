package innkeeper.store.archive;

import java.util.regex.Pattern;

/**
 * The allowed names of the files in an archive. A file with any other name is neither packed nor
 * unpacked.
 */
final class MemberName {

  /**
   * The file with the last runs of scheduled jobs. Without this file the restored host could not
   * detect a missed run.
   */
  static final String RUNS = "schedule/runs.json";

  private static final String WORD = "[A-Za-z0-9_+@%-][A-Za-z0-9._+@%-]{0,199}";

  private static final Pattern ALLOWED =
      Pattern.compile(
          "backups/bot-[0-9TZ-]{20,30}\\.db(?:\\.json)?"
              + "|(?:surfaces|plugins)/"
              + WORD
              + "\\.jar"
              + "|conf(?:/"
              + WORD
              + "){1,8}"
              + "|"
              + Pattern.quote(RUNS)
              + "|env-files/[0-9]{1,5}-"
              + WORD);

  private MemberName() {}

  static boolean allowed(String name) {
    return ALLOWED.matcher(name).matches();
  }
}
