package innkeeper.redaction;

import innkeeper.redaction.line.RedactionMark;
import innkeeper.redaction.scan.Encodings;
import innkeeper.redaction.scan.RegisteredValues;
import innkeeper.redaction.scan.RuleSet;
import innkeeper.redaction.table.Row;
import innkeeper.redaction.table.Tables;
import innkeeper.redaction.value.WordList;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

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

  /** By the numbers of rows. */
  private final LongAdder[] fired = new LongAdder[Tables.builtin().rows().size()];

  /** An engine with the built-in rules and no literals. */
  public Engine() {
    Arrays.setAll(fired, n -> new LongAdder());
  }

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
        snapshot = snapshot.with(new RegisteredValues(forms.values()));
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
        WordList.is(
                b,
                0,
                b.length,
                WordList.NO_VALUE.bit
                    | WordList.NOUN.bit
                    | WordList.PROSE.bit
                    | WordList.NEUTRAL.bit)
            || value.equalsIgnoreCase("localhost")
            || value.contains(RedactionMark.TEXT);
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
    OutputBuffer out = new OutputBuffer(bytes.length);
    long found = new LineRedactor(this, out).text(bytes, snapshot);
    return found == 0 ? text : out.text();
  }

  /** What would be hidden in the text and by which rules, in the order of the text. */
  public List<Finding> find(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    LineRedactor redactor = new LineRedactor(this, new OutputBuffer(bytes.length));
    List<Finding> findings = redactor.findings();
    redactor.text(bytes, snapshot);
    return findings;
  }

  /** The built-in rules, and how often each hid something so far. */
  public List<RuleInfo> catalogue() {
    return RuleSet.rules().stream()
        .map(row -> new RuleInfo(row.id(), RuleSet.finds(row), row.cell("source"), fired(row)))
        .toList();
  }

  private long fired(Row row) {
    return fired[row.number()].sum();
  }

  void count(int rule) {
    fired[rule].increment();
  }

  Snapshot snapshot() {
    return snapshot;
  }
}
