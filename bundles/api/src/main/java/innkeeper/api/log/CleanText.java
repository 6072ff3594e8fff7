package innkeeper.api.log;

import java.util.function.UnaryOperator;

/**
 * Text made clean by whatever engine serves now: boot's baseline, or the logging surface's. For
 * those who must not wait for a service. Boot leaves the function in the system properties as an
 * object of a JDK type, because it shares no class with the bundles.
 */
public final class CleanText {

  /** Key in {@link System#getProperties()} of a {@code UnaryOperator<String>}. */
  public static final String FUNCTION = "innkeeper.redact";

  private CleanText() {}

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
