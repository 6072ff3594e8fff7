package innkeeper.logging.search;

import innkeeper.redaction.ByteSink;
import innkeeper.redaction.RedactingStream;

/** What today's rules leave of one log's lines. */
public interface LogRedaction {

  /** A stream that redacts by today's rules, and learns nothing. */
  RedactingStream stream(ByteSink sink);

  /** A line without the values that its project's output taught. */
  String hide(String line);
}
