package innkeeper.records.report;

import java.util.regex.Pattern;

/**
 * Recognises the beginnings by which programs mark a record: a time, a level, a tag, a JSON object.
 */
final class LineStart {

  private static final String LEVEL =
      "(TRACE|DEBUG|VERBOSE|INFO|NOTICE|WARN|WARNING|ERROR|SEVERE|CRITICAL|FATAL|DBG|INF|WRN|ERR|FTL)";

  private static final Pattern TIMED =
      Pattern.compile(
          "\\s{0,3}(\\[\\w{1,20}\\] \\d{1,7} +- +)?[\\[(<\"]?"
              // 2026-11-23T03:12:00, 2026/11/23 03:12, 23/Nov/2026:03:12, 11/23/2026, 03:12
              + "(\\d{4}[-/.]\\d{2}[-/.]\\d{2}[T _]\\d{1,2}:\\d{2}"
              + "|\\d{1,2}[-/.]\\d{1,2}[-/.]\\d{2,4},? \\d{1,2}:\\d{2}"
              + "|\\d{1,2}[-/. ][A-Z][a-z]{2}[-/. ]\\d{4},?[: T]\\d{2}:\\d{2}"
              + "|\\d{2}:\\d{2}:\\d{2}[.,:\\]\\s|]|\\d{1,2}:\\d{2}(:\\d{2})?(AM|PM)\\b"
              // Nov 23 03:12:00, Mon Nov 23 03:12:00, Nov 23, 2026 3:12:00 AM
              + "|([A-Z][a-z]{2},? )?[A-Z][a-z]{2} {1,2}\\d{1,2},?( \\d{4})? \\d{1,2}:\\d{2}"
              // java.util.logging in any language: Nov. 28, 2026 7:20:41 PM, 11月 28, 2026 7:20:41
              + "|[\\p{L}\\d]{2,5}\\.? \\d{1,2}, \\d{4} \\d{1,2}:\\d{2}:\\d{2}\\b"
              // seconds or milliseconds since 1970, in brackets
              + "|\\d{10}(\\d{3})?([.]\\d+)?[\\])]).*"
              // klog, Ruby's logger, redis, a syslog priority, Erlang
              + "|[IWEF]\\d{4} \\d{2}:\\d{2}:.*|[DIWEFA], \\[.*"
              + "|\\d+:[A-Z] \\d{1,2} [A-Z][a-z]{2} .*|<\\d{1,3}>.*|=[A-Z]+ REPORT=.*"
              // slf4j-simple 2, log4j's TTCC, tornado 6, mosquitto 2, a level before the time
              + "|\\d{1,9} \\[[^\\]]{1,60}\\] +[A-Z]{4,5} .*|\\[[DIWEC] \\d{6} \\d{2}:.*|\\d{10}: .*"
              + "|\\[[TDIWEF]\\] \\d{4}\\D.*|[A-Z]{4,5} +\\S{1,80} \\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:.*"
              // access logs, the kernel, multilog
              + "|\\S+ \\S+ \\S+ \\[\\d{2}/[A-Z][a-z]{2}/\\d{4}:.*|\\[ *\\d{1,8}\\.\\d{6}\\] .*|@[0-9a-f]{24} .*");

  private static final Pattern MARKED =
      Pattern.compile(
          "\\s{0,3}[\\[(<]?"
              + LEVEL
              + "\\s{0,3}[\\])>:|\\s-].*"
              + "|(?i:trce|dbug|info|warn|fail|crit|error|debug|verbose|warning|fatal)(\\[\\w+\\])?: {1,8}\\S.*"
              + "|(DEBU|INFO|WARN|ERRO|FATA|PANI)\\[\\d+\\].*"
              + "|npm (ERR!|WARN|error|warn|notice) .*|(time|timestamp|ts|level|lvl)=\\S.*|\\{ ?\"[\\w@].*|\\{ \\w+: .*"
              // a tag, or a sign as builders print it
              + "|\\[[A-Za-z][\\w .:/-]{0,30}\\] .*|\\s{0,3}[\\p{So}⨯▲]\\uFE0F? .*"
              + "|PHP [A-Z][\\w ]{2,20}: .*|\\w{1,20}: \\[[a-z]+\\] .*"
              // an access log without a time, as morgan 1.10 and others print it
              + "|(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) /\\S* (HTTP/\\S+ )?(\\d{3}|-)\\b.*");

  private LineStart() {}

  /** Returns whether the line begins with a time or a logger's sign. */
  static boolean timed(String line) {
    return TIMED.matcher(line).matches();
  }

  /** Returns whether the line begins with a level, a tag, a sign or a JSON object. */
  static boolean marked(String line) {
    return MARKED.matcher(line).matches();
  }
}
