package innkeeper.redaction;

import innkeeper.redaction.line.RedactionMark;
import innkeeper.redaction.scan.OwnRows;
import innkeeper.redaction.scan.RuleSet;
import innkeeper.redaction.table.Row;
import innkeeper.redaction.value.WordList;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Finds secrets in text and puts {@code [REDACTED]} in their place. Thread-safe; streams see new
 * literals and rules from their next line on. Time is linear in the input, whatever it is.
 */
public final class Engine {
  private static final int SHORTEST = 6;

  /** Guards the set of values; readers take the snapshot. */
  private final Object registering = new Object();

  private final Set<String> values = new LinkedHashSet<>();
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
    return register(Map.of(source, secrets));
  }

  /**
   * Registers values of several sources at once, which costs less than one after another.
   *
   * @param secrets the values by their sources
   * @return the same warnings
   */
  public List<String> register(Map<String, ? extends Collection<String>> secrets) {
    List<String> warnings = new ArrayList<>();
    List<String> added = new ArrayList<>();
    synchronized (registering) {
      secrets.forEach(
          (source, list) -> {
            for (String secret : list) {
              Optional<String> why = unfit(secret);
              if (why.isPresent()) {
                warnings.add(
                    source + ": " + why.get() + "; it is redacted only where its name tells");
              } else if (values.add(secret)) {
                added.add(secret);
              }
            }
          });
      if (!added.isEmpty()) {
        snapshot = snapshot.and(added);
      }
    }
    return warnings;
  }

  /**
   * Looks for registered values no more, from each stream's next line on. One that was never
   * registered has no effect.
   */
  public void forget(Collection<String> secrets) {
    synchronized (registering) {
      if (values.removeAll(Set.copyOf(secrets))) {
        snapshot = snapshot.with(snapshot.rows(), values);
      }
    }
  }

  /** Why a value cannot be looked for; empty if it can. */
  public static Optional<String> unfit(String secret) {
    String value = secret.strip();
    if (value.isEmpty()) {
      return Optional.of("the value is empty");
    }
    if (value.length() < SHORTEST) {
      return Optional.of("the value has fewer than " + SHORTEST + " characters");
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
    return common ? Optional.of("the value is a common word") : Optional.empty();
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
      snapshot = snapshot.with(rules, values);
      ownRows = rows;
      ownTables = new OwnTables(rows.size(), Collections.unmodifiableMap(off), read.refused());
    }
    return ownTables;
  }

  /** A new stream into {@code sink}; for one thread at a time. */
  public RedactingStream stream(ByteSink sink) {
    return new RedactingStream(this, sink, null);
  }

  /** The same of a project's output, which teaches what else to look for in it. */
  public RedactingStream stream(ByteSink sink, LearnedValues learned) {
    return new RedactingStream(this, sink, learned);
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
    return find(text, snapshot);
  }

  /** The same in a project's output, which the text does not go into. */
  public List<Finding> find(String text, LearnedValues learned) {
    return find(text, snapshot.with(learned.forms()));
  }

  private List<Finding> find(String text, Snapshot known) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    LineRedactor redactor = new LineRedactor(this, new OutputBuffer(bytes.length));
    List<Finding> findings = redactor.findings();
    redactor.text(bytes, known);
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
