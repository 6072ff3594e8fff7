package innkeeper.api.log;

/** Where a server printed a line. */
public enum LogStream {
  /** Standard output. */
  STDOUT,
  /** Standard error. */
  STDERR
}
