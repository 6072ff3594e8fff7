package innkeeper.shell.convert.gitleaks;

import innkeeper.shell.convert.gitleaks.Regex.Run;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The text that runs begin with.
 *
 * @param texts each that is possible
 * @param anyCase whether they may stand in any case
 * @param rest the runs behind them
 */
record RowPrefix(List<String> texts, boolean anyCase, List<Run> rest) {
  /** A row needs so many bytes that lead to it. */
  static final int LEAST = 4;

  private static final int MOST_TEXTS = 16;
  private static final int FEW_BYTES = 4;

  /**
   * So many steps for each byte of a line are allowed for sure: half, as a line may be seen twice.
   */
  private static final int STEPS = 30;

  static RowPrefix of(List<Run> runs) {
    List<String> texts = List.of("");
    boolean anyCase = false;
    int i = 0;
    for (; i < runs.size(); i++) {
      Run run = runs.get(i);
      boolean few =
          run.least() == 1
              && run.most() == 1
              && run.bytes().cardinality() <= FEW_BYTES
              && texts.get(0).length() < LEAST
              && texts.size() * run.bytes().cardinality() <= MOST_TEXTS;
      if (run.literal()) {
        anyCase |= run.anyCase();
        // Of both cases the small letter is the last.
        String more = Character.toString(run.bytes().length() - 1).repeat(run.least());
        texts = texts.stream().map(text -> text + more).toList();
      } else if (few) {
        List<String> longer = new ArrayList<>();
        for (String text : texts) {
          run.bytes().stream().forEach(b -> longer.add(text + (char) b));
        }
        texts = longer;
      } else {
        break;
      }
    }
    return new RowPrefix(texts, anyCase, List.copyOf(runs.subList(i, runs.size())));
  }

  boolean longEnough() {
    return texts.get(0).length() >= LEAST;
  }

  /**
   * How many bytes a row may look at behind each text of a line that holds them as often as it can.
   */
  int room(BitSet bytes) {
    int room = Regex.UNBOUNDED;
    for (String text : texts) {
      int period = 1;
      while (!text.regionMatches(true, period, text, 0, text.length() - period)) {
        period++;
      }
      if (text.chars().allMatch(b -> bytes.get(b) || anyCase && bytes.get(b ^ 0x20))) {
        room = Math.min(room, period * STEPS);
      }
    }
    return room;
  }

  /** How a row writes the texts in its column find. */
  String find() {
    char quote = anyCase ? '\'' : '"';
    StringBuilder find = new StringBuilder();
    for (String text : texts) {
      find.append(find.length() > 0 ? " | " : "").append(quote);
      text.chars().forEach(c -> find.append(RowPattern.escaped(c, "\\" + quote)));
      find.append(quote);
    }
    return find.toString();
  }
}
