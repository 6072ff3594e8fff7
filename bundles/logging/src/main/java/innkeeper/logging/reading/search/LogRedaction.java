package innkeeper.logging.reading.search;

import innkeeper.redaction.ByteSink;
import innkeeper.redaction.RedactingStream;

/** The redaction of one log's lines with the present rules. */
public interface LogRedaction {

  /** Returns a stream that redacts with the present rules, and learns no values. */
  RedactingStream stream(ByteSink sink);

  /** Returns a line without the values that were learned from its project's output. */
  String hide(String line);
}
