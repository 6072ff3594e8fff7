package innkeeper.api.log;

import java.io.OutputStream;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Redacts text with the engine in use: the logging bundle's {@link Redactor}, or boot's own while
 * that bundle is away. It is for code that cannot wait for a service. Safe for many threads. Boot
 * stores the function in the system properties as an object of a JDK type, because boot shares no
 * class with the bundles.
 */
public final class CleanText {

  /** The key of a {@code UnaryOperator<String>} in {@link System#getProperties()}. */
  public static final String FUNCTION = "innkeeper.redact";

  /**
   * The key of a {@code Function<OutputStream, OutputStream>} in {@link System#getProperties()}.
   */
  public static final String STREAM = "innkeeper.redact.stream";

  private CleanText() {}

  /**
   * Returns a stream that redacts and forwards whole lines to another stream. It also finds secrets
   * that span several lines. A flush also forwards the part of an unfinished line that cannot be
   * the beginning of a secret; a close forwards the rest.
   *
   * @param to the target of the redacted bytes
   * @return the stream to write to, for one thread at a time; it discards everything if no engine
   *     exists
   */
  public static OutputStream stream(OutputStream to) {
    if (System.getProperties().get(STREAM) instanceof Function<?, ?> function) {
      @SuppressWarnings("unchecked")
      Function<OutputStream, OutputStream> make = (Function<OutputStream, OutputStream>) function;
      return make.apply(to);
    }
    return OutputStream.nullOutputStream();
  }

  /**
   * Redacts a text of one or more lines.
   *
   * @return the text with each secret replaced by {@code [REDACTED]}; only the mark if no engine
   *     exists
   */
  public static String of(String text) {
    Object function = System.getProperties().get(FUNCTION);
    if (function instanceof UnaryOperator<?>) {
      @SuppressWarnings("unchecked")
      UnaryOperator<String> redact = (UnaryOperator<String>) function;
      return redact.apply(text);
    }
    return text.isEmpty() ? "" : "[REDACTED]";
  }
}
