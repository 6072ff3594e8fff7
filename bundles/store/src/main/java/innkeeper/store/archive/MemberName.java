package innkeeper.store.archive;

import java.util.regex.Pattern;

/** Which names a file of an archive may have: nothing else is packed or unpacked. */
final class MemberName {

  /** When scheduled jobs ran last: without it nobody would know of a run that was missed. */
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
