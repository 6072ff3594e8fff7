package innkeeper.redaction;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds secrets in text and puts {@code [REDACTED]} in their place. Thread-safe; streams see new
 * literals and rules from their next line on. Time is linear in the input, whatever it is.
 */
public final class Engine {
  private static final int SHORTEST = 6;

  /** Guards the map of forms; readers take the snapshot. */
  private final Object registering = new Object();

  private final Map<String, byte[]> forms = new LinkedHashMap<>();
  private volatile Snapshot snapshot = Snapshot.BUILTIN;

  /** An engine with the built-in rules and no literals. */
  public Engine() {}

  /**
   * Registers values that must never be printed, in all encodings they may be printed in: JSON
   * (once and twice), URL, base64 at any alignment, hex, shell, XML, each line of several.
   *
   * @param source where they come from, for the warnings: {@code project c1 API_TOKEN}
   * @return a warning for each value that is too short or too common to be looked for; it names the
   *     source, never the value
   */
  public List<String> register(String source, Collection<String> secrets) {
    List<String> warnings = new ArrayList<>();
    synchronized (registering) {
      int before = forms.size();
      for (String secret : secrets) {
        String why = unfit(secret);
        if (why != null) {
          warnings.add(source + ": " + why + "; it is redacted only where its name tells");
          continue;
        }
        for (byte[] form : Encodings.of(secret)) {
          forms.putIfAbsent(new String(form, StandardCharsets.ISO_8859_1), form);
        }
      }
      if (forms.size() > before) {
        snapshot = snapshot.with(new Literals(forms.values()));
      }
    }
    return warnings;
  }

  private static String unfit(String secret) {
    String value = secret.strip();
    if (value.isEmpty()) {
      return "the value is empty";
    }
    if (value.length() < SHORTEST) {
      return "the value has fewer than " + SHORTEST + " characters";
    }
    byte[] b = value.getBytes(StandardCharsets.UTF_8);
    boolean common =
        Words.is(b, 0, b.length, Words.NO_VALUE | Words.NOUN | Words.PROSE | Words.NEUTRAL)
            || value.equalsIgnoreCase("localhost")
            || value.contains(Mark.TEXT);
    return common ? "the value is a common word" : null;
  }

  /** Replaces the third parties' rules. */
  public void rules(List<Rule> rules) {
    synchronized (registering) {
      snapshot = snapshot.with(rules);
    }
  }

  /** A new stream into {@code sink}; for one thread at a time. */
  public RedactingStream stream(ByteSink sink) {
    return new RedactingStream(this, sink);
  }

  /** The text without its secrets: the same number of lines, the same text if there is none. */
  public String redact(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Gather out = new Gather(bytes.length);
    long found = new Passage(out).text(bytes, snapshot);
    return found == 0 ? text : out.text();
  }

  Snapshot snapshot() {
    return snapshot;
  }
}
