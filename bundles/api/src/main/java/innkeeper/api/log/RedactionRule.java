package innkeeper.api.log;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Whiteboard service: finds secrets of a third party's own kind. Called with each line of output
 * after the engine's own rules, on several threads at once. A call must take time in proportion to
 * the line. A rule is switched off when it throws, returns null or a span outside the line, takes
 * over a second once, or takes over 50 ms again and again. Audit and health then name it, and the
 * line it failed on is replaced by the mark whole.
 */
@ConsumerType
public interface RedactionRule {

  /**
   * What audit record and health report call this rule. Read once, when the service appears.
   *
   * @return a short name, such as {@code acme-tokens}
   */
  String name();

  /**
   * Finds what must not be shown of a line.
   *
   * @param line one line without its end, as bytes in the server's encoding; a copy that is the
   *     rule's own during the call
   * @param length how many bytes of it count
   * @return what to replace by the mark, in any order; spans may overlap; empty for nothing, never
   *     null
   */
  List<Span> find(byte[] line, int length);

  /**
   * For a line that has no end yet, such as a prompt: the first byte that may begin a secret
   * although {@link #find} does not see it yet. What is before it is shown while the server pauses.
   * A rule that does not override this hides every unfinished line until it ends.
   *
   * @param line what there is of the line so far, a copy
   * @param length how many bytes of it count
   * @return 0 if that cannot be told, {@code length} if {@link #find} sees all there is so far
   */
  default int open(byte[] line, int length) {
    return 0;
  }

  /**
   * A part of a line to be replaced by the mark.
   *
   * @param from index of the first byte, from 0
   * @param to index after the last byte, at most the line's length; equal to {@code from} for none
   */
  record Span(int from, int to) {}
}
