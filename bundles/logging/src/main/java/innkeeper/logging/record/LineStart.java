package innkeeper.logging.record;

import java.util.regex.Pattern;

/** The beginnings by which loggers mark a record: a time, a level, a JSON object. */
final class LineStart {

  private static final String LEVEL =
      "(TRACE|DEBUG|VERBOSE|INFO|NOTICE|WARN|WARNING|ERROR|SEVERE|CRITICAL|FATAL|DBG|INF|WRN|ERR|FTL)";

  private static final Pattern STAMP =
      Pattern.compile(
          // 2026-11-23T03:12:00, 2026/11/23 03:12:00, [2026-…], 23/Nov/2026:03:12:00
          "\\s{0,3}[\\[(<\"]?(\\d{4}[-/.]\\d{2}[-/.]\\d{2}[T _]\\d{1,2}:\\d{2}"
              + "|\\d{1,2}[-/. ][A-Z][a-z]{2}[-/. ]\\d{4}[: T]\\d{2}:\\d{2}|\\d{2}:\\d{2}:\\d{2}[.,:\\]\\s|]"
              + "|\\d{1,2}:\\d{2}(:\\d{2})?(AM|PM)\\b"
              // Nov 23 03:12:00, Mon Nov 23 03:12:00, Nov 23, 2026 3:12:00 AM
              + "|([A-Z][a-z]{2},? )?[A-Z][a-z]{2} {1,2}\\d{1,2},?( \\d{4})? \\d{1,2}:\\d{2}"
              // epoch seconds or milliseconds in brackets
              + "|\\d{10}(\\d{3})?([.]\\d+)?[\\])])"
              // klog, Ruby's logger, redis, a syslog priority
              + ".*|[IWEF]\\d{4} \\d{2}:\\d{2}:.*|[DIWEFA], \\[.*|\\d+:[A-Z] \\d{1,2} [A-Z][a-z]{2} .*"
              + "|<\\d{1,3}>.*"
              // a level first
              + "|\\s{0,3}[\\[(<]?"
              + LEVEL
              + "\\s{0,3}[\\])>:|\\s-].*"
              + "|(trce|dbug|info|warn|fail|crit|error|debug|warning): \\S.*"
              + "|\\[(trace|debug|info|notice|warn|warning|error|crit|fatal)\\] .*"
              + "|(time|ts|level|lvl)=\\S.*"
              + "|\\{\"\\w.*");

  private LineStart() {}

  static boolean stamped(String line) {
    return STAMP.matcher(line).matches();
  }
}
