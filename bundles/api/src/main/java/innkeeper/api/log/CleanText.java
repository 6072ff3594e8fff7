package innkeeper.api.log;

import java.io.OutputStream;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Redacts text with the engine in use now: the logging bundle's {@link Redactor}, or boot's own
 * while that bundle is away. For code that cannot wait for a service. Safe for many threads. Boot
 * leaves the function in the system properties as an object of a JDK type, because boot shares no
 * class with the bundles.
 */
public final class CleanText {

  /** Key in {@link System#getProperties()} of a {@code UnaryOperator<String>}. */
  public static final String FUNCTION = "innkeeper.redact";

  /** Key in {@link System#getProperties()} of a {@code Function<OutputStream, OutputStream>}. */
  public static final String STREAM = "innkeeper.redact.stream";

  private CleanText() {}

  /**
   * Puts a stream in front of another that passes on whole lines without their secrets, those that
   * span several lines included. A flush also passes on the part of an unfinished line that cannot
   * be the beginning of a secret; a close passes on the rest.
   *
   * @param to where the redacted bytes go
   * @return the stream to write to, for one thread at a time; without an engine it discards
   *     everything
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
   * @return the text with each secret replaced by {@code [REDACTED]}; without an engine only the
   *     mark
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
