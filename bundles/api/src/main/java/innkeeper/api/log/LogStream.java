package innkeeper.api.log;

import innkeeper.api.json.JsonWord;
import java.util.Locale;

/** The stream on which a server printed a line. */
public enum LogStream implements JsonWord {
  /** Standard output. */
  STDOUT,
  /** Standard error. */
  STDERR;

  @Override
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
