package innkeeper.shell.convert.gitleaks;

import innkeeper.shell.convert.gitleaks.Regex.Mark;
import innkeeper.shell.convert.gitleaks.Regex.Run;
import java.util.BitSet;
import java.util.List;
import java.util.Random;

/**
 * A drawn text that a way through a regular expression matches.
 *
 * @param text the whole text; each character is one byte
 * @param from where its secret begins, without the prefix that tells it
 * @param to behind the secret
 */
record RegexExample(String text, int from, int to) {
  private static final int MOST_MORE = 6;

  static RegexExample of(List<Regex> path, Random random) {
    int begin = Math.max(0, path.indexOf(Mark.CAPTURE_BEGIN));
    List<Run> secret = GitleaksRow.secret(path);
    String before = drawn(GitleaksRow.runs(path.subList(0, begin)), random);
    String value = drawn(secret, random);
    int prefix = Math.min(value.length(), RowPrefix.of(secret).texts().get(0).length());
    return new RegexExample(
        before + value + drawn(GitleaksRow.behind(path), random),
        before.length() + prefix,
        before.length() + value.length());
  }

  private static String drawn(List<Run> runs, Random random) {
    StringBuilder text = new StringBuilder();
    for (Run run : runs) {
      BitSet visible = (BitSet) run.bytes().clone();
      visible.clear(0, '!');
      visible.clear(0x7f, 256);
      int[] bytes = (visible.isEmpty() ? run.bytes() : visible).stream().toArray();
      int more = random.nextInt(Math.min(MOST_MORE, run.most() - run.least()) + 1);
      for (int i = run.least() + more; i > 0; i--) {
        text.append((char) bytes[random.nextInt(bytes.length)]);
      }
    }
    return text.toString();
  }
}
