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

  /** Bytes {@code from} (inclusive) to {@code to} (exclusive). */
  record Span(int from, int to) {}
}
