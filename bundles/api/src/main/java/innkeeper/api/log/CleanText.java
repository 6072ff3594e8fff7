package innkeeper.api.log;

import java.io.OutputStream;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Text made clean by whatever engine serves now: boot's baseline, or the logging surface's. For
 * those who must not wait for a service. Boot leaves the function in the system properties as an
 * object of a JDK type, because it shares no class with the bundles.
 */
public final class CleanText {

  /** Key in {@link System#getProperties()} of a {@code UnaryOperator<String>}. */
  public static final String FUNCTION = "innkeeper.redact";

  /** Key in {@link System#getProperties()} of a {@code Function<OutputStream, OutputStream>}. */
  public static final String STREAM = "innkeeper.redact.stream";

  private CleanText() {}

  /**
   * A stream in front of another: whole lines are passed on without their secrets, such as span
   * several lines included. A flush passes on what of an unfinished line cannot be a secret's
   * beginning; a close passes on the rest. Without an engine nothing is passed on (fails closed).
   */
  public static OutputStream stream(OutputStream to) {
    if (System.getProperties().get(STREAM) instanceof Function<?, ?> function) {
      @SuppressWarnings("unchecked")
      Function<OutputStream, OutputStream> make = (Function<OutputStream, OutputStream>) function;
      return make.apply(to);
    }
    return OutputStream.nullOutputStream();
  }

  /** The text without its secrets; without an engine nothing of it is shown (fails closed). */
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
