package innkeeper.api.log;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A whiteboard service that finds secrets whose form the engine does not know. A user's bundle
 * registers it. The service is called with each line of output after the engine's own rules, on
 * several threads at once. A call must take time in proportion to the line. The engine switches a
 * rule off when it throws, or returns null or a span outside the line. It also does so when a call
 * takes over a second, or repeatedly over 50 ms. The mark {@code [REDACTED]} then replaces the
 * whole line on which the rule failed. The audit record and the health report name that rule.
 */
@ConsumerType
public interface RedactionRule {

  /**
   * Returns the name of this rule in the audit record and the health report. The engine calls this
   * once, when the service appears.
   *
   * @return a short name, such as {@code acme-tokens}
   */
  String name();

  /**
   * Finds the secrets in a line.
   *
   * @param line one line without its end, as bytes in the server's encoding; a copy that the rule
   *     may use during the call
   * @param length the number of valid bytes in it
   * @return the parts to replace by the mark, in any order; spans may overlap; empty if the line
   *     has no secret, never null
   */
  List<Span> find(byte[] line, int length);

  /**
   * Returns the first byte of an unfinished line, such as a prompt, that may begin a secret which
   * {@link #find} does not see yet. The part before it is displayed while the server pauses. A rule
   * that does not override this method hides every unfinished line until it ends.
   *
   * @param line the line so far, a copy
   * @param length the number of valid bytes in it
   * @return 0 if the rule cannot decide; {@code length} if {@link #find} sees every secret in the
   *     line so far
   */
  default int open(byte[] line, int length) {
    return 0;
  }

  /**
   * A part of a line that the mark replaces.
   *
   * @param from index of the first byte, from 0
   * @param to index after the last byte, at most the line's length; equal to {@code from} for an
   *     empty span
   */
  record Span(int from, int to) {}
}
