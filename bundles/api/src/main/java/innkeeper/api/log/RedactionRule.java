package innkeeper.api.log;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Whiteboard service: finds secrets of a third party's own kind. Called with each line, on the
 * capture's threads, after the engine's own rules; be quick and linear. A rule that throws or is
 * slow is switched off, audited and shown, and the line it failed on is kept back whole.
 */
@ConsumerType
public interface RedactionRule {

  /** For audit and health. */
  String name();

  /**
   * @param line one line without its end; not to be changed or kept
   * @param length how many bytes of it count
   * @return what to replace by the mark; may overlap
   */
  List<Span> find(byte[] line, int length);

  /**
   * Of a line that goes on, as a prompt does: the first byte that may begin a secret although
   * {@link #find} does not see it yet. What stands before it is shown while the server pauses. A
   * rule that does not say hides every unfinished line until it ends.
   *
   * @return 0 if that cannot be told, {@code length} if {@link #find} sees all there is so far
   */
  default int open(byte[] line, int length) {
    return 0;
  }

  /** Bytes {@code from} (inclusive) to {@code to} (exclusive). */
  record Span(int from, int to) {}
}
