package innkeeper.redaction;

import innkeeper.redaction.line.RedactionMark;
import innkeeper.redaction.scan.Encodings;
import innkeeper.redaction.scan.OwnRows;
import innkeeper.redaction.scan.RuleSet;
import innkeeper.redaction.table.Row;
import innkeeper.redaction.value.WordList;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

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

  private final RuleCounts counts = new RuleCounts();
  private volatile List<Row> ownRows = List.of();
  private volatile OwnTables ownTables = OwnTables.NONE;

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
        snapshot = Snapshot.of(snapshot.rows(), forms.values(), snapshot.rules());
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

  /**
   * Reads an operator's tables in place of those read before. Rows that cannot serve are refused,
   * the others serve from the next line on. They can only hide more, but for those that switch a
   * built-in row off.
   *
   * @param files what the tables hold, by the names of their files
   * @param failed told of a row that is switched off because it failed or did too much on a line:
   *     file, line and reason; called where lines are read, so it must return at once
   */
  public OwnTables tables(Map<String, String> files, Consumer<String> failed) {
    OwnRows read = new OwnRows(files);
    Map<String, String> off = new TreeMap<>();
    read.off().forEach((id, row) -> off.put(id, row.cell("off")));
    synchronized (registering) {
      List<Row> rows = counts.numbered(read.rows());
      RuleSet rules;
      try {
        rules = RuleSet.of(read, rows, failed);
      } catch (IllegalStateException tooMany) {
        ownTables = new OwnTables(ownRows.size(), ownTables.off(), List.of(tooMany.getMessage()));
        return ownTables;
      }
      snapshot = Snapshot.of(rules, forms.values(), snapshot.rules());
      ownRows = rows;
      ownTables = new OwnTables(rows.size(), Collections.unmodifiableMap(off), read.refused());
    }
    return ownTables;
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

  /** The rules of one's own, then the built-in ones, and how often each hid something so far. */
  public List<RuleInfo> catalogue() {
    Map<String, String> off = ownTables.off();
    List<RuleInfo> rules = new ArrayList<>();
    for (Row row : ownRows) {
      rules.add(info(row, row.place(), "", true));
    }
    for (Row row : RuleSet.rules()) {
      rules.add(info(row, row.cell("source"), off.getOrDefault(row.id(), ""), false));
    }
    return rules;
  }

  private RuleInfo info(Row row, String source, String off, boolean own) {
    return new RuleInfo(row.id(), RuleSet.finds(row), source, counts.fired(row), off, own);
  }

  void count(int rule) {
    counts.count(rule);
  }

  String id(int rule) {
    return counts.id(rule);
  }

  Snapshot snapshot() {
    return snapshot;
  }
}
