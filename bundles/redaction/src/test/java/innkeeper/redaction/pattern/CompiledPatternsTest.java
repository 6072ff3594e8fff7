package innkeeper.redaction.pattern;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.redaction.scan.RuleEntry.Kind;
import innkeeper.redaction.scan.RuleSet;
import innkeeper.redaction.table.Row;
import innkeeper.redaction.table.Tables;
import innkeeper.redaction.value.Values;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the build compiled matches what the tables' patterns match, and hides the same. */
class CompiledPatternsTest {
  private static final List<byte[]> TEXTS = new ArrayList<>();

  /** Places of a text at which a pattern is tried. */
  private static final int TRIES = 3;

  @BeforeAll
  static void makeAllPatterns() {
    RuleSet rules = RuleSet.BUILTIN;
    rules.triggers().stream()
        .map(rules::entry)
        .filter(entry -> entry.kind() == Kind.ROW)
        .forEach(entry -> entry.rule().check());
    Values.builtin().check();
    for (Row row : Tables.builtin().rows()) {
      add(row, "positive");
      add(row, "negative");
    }
  }

  private static void add(Row row, String column) {
    if (row.has(column)) {
      String text = row.cell(column).replace("«", "").replace("»", "");
      TEXTS.add(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  @Test
  void aCompiledPatternDoesWhatItsPartsDo() {
    Random random = new Random(1);
    int matched = 0;
    int patterns = 0;
    Vocabulary vocabulary = Values.builtin();
    for (Pattern pattern : vocabulary.made()) {
      Matcher compiled = CompiledPatterns.find(pattern.key(), vocabulary);
      if (compiled == null) {
        // Only a part of others, or made by another test.
        continue;
      }
      patterns++;
      Matcher parts = pattern.node();
      for (byte[] text : TEXTS) {
        for (int i = 0; i < TRIES; i++) {
          int at = random.nextInt(text.length + 1);
          int to = at + random.nextInt(text.length + 1 - at);
          boolean whole = random.nextBoolean();
          String expected = outcome(parts, text, at, to, whole);
          assertEquals(
              expected,
              outcome(compiled, text, at, to, whole),
              () -> pattern + " at " + at + " up to " + to + " in " + new String(text));
          matched += expected.startsWith("-1") ? 0 : 1;
        }
      }
    }
    assertTrue(patterns > 200, "too few patterns are compiled: " + patterns);
    assertTrue(matched > 10_000, "too few matches: " + matched);
  }

  /** Where the match ends, what it hides, and what of a text that goes on it leaves open. */
  private static String outcome(Matcher matcher, byte[] b, int at, int to, boolean whole) {
    LineText text = new LineText();
    text.reset(b, 0, to);
    text.whole = whole;
    text.begin();
    StringBuilder outcome = new StringBuilder().append(matcher.match(text, at));
    if (outcome.charAt(0) != '-') {
      for (int i = 0; i < text.stretches(); i++) {
        outcome.append(' ').append(text.stretchFrom(i)).append('-').append(text.stretchTo(i));
        outcome.append('-').append(text.stretchEnd(i));
      }
    }
    return outcome.append(" open ").append(text.open).toString();
  }
}
