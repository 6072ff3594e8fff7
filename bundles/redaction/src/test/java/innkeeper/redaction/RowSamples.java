package innkeeper.redaction;

import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.table.Row;
import innkeeper.redaction.table.Tables;
import innkeeper.redaction.text.ByteSet;
import innkeeper.redaction.value.Values;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Random;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.stream.Stream;

/**
 * The samples in the tables. ¦ parts several, ⏎ stands for a line's end, ␉ for a tab. {36} stands
 * for 36 drawn bytes of the row's alphabet, {36A} for 36 bytes of a class of providers.txt.
 */
final class RowSamples {
  /** Draws for each sample, so that no lucky one hides a defect. */
  private static final int DRAWS = 5;

  private static final java.util.regex.Pattern RUN = java.util.regex.Pattern.compile("\\{(\\d+)}");

  private RowSamples() {}

  /** All rows of the tables of rules: each has a source and samples of both kinds. */
  static Stream<Row> rows() {
    return Tables.RULES.stream().flatMap(name -> Tables.builtin().rows(name).stream());
  }

  /**
   * Those rows, those of names, operators and values, and those that a text leads to a class by.
   */
  static Stream<Row> rowsWithSamples() {
    Stream<Row> classes = Stream.of("names", "others").flatMap(RowSamples::found);
    Stream<Row> others =
        Stream.of("operators", "named").flatMap(name -> Tables.builtin().rows(name).stream());
    return Stream.of(rows(), classes, others).flatMap(rows -> rows);
  }

  private static Stream<Row> found(String table) {
    return Tables.builtin().rows(table).stream().filter(row -> row.has("find"));
  }

  /** The row's samples; each that is drawn comes several times. */
  static Set<String> of(Row row, String column) {
    Set<String> samples = new LinkedHashSet<>();
    for (String sample : row.cell(column).split("¦")) {
      String text = sample.strip().replace('⏎', '\n').replace('␉', '\t');
      Random random = new Random(text.hashCode());
      for (int i = 0; i < DRAWS; i++) {
        samples.add(drawn(row, text, random));
      }
    }
    return samples;
  }

  private static String drawn(Row row, String text, Random random) {
    if (!row.has("alphabet")) {
      return Corpus.token(text, random);
    }
    String own =
        RUN.matcher(text).replaceAll(run -> Matcher.quoteReplacement(run(row, run, random)));
    return Corpus.token(own, random);
  }

  /** So many bytes of the row's alphabet. */
  private static String run(Row row, MatchResult length, Random random) {
    ByteSet set = Pattern.after(row.cell("alphabet"), Values.builtin()).first();
    String alphabet = new String(set.members(), StandardCharsets.ISO_8859_1);
    StringBuilder run = new StringBuilder();
    for (int i = Integer.parseInt(length.group(1)); i > 0; i--) {
      run.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return run.toString();
  }
}
