package innkeeper.shell.convert.gitleaks;

import innkeeper.shell.convert.gitleaks.Regex.Mark;
import innkeeper.shell.convert.gitleaks.Regex.Run;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * A row that hides what one way through a regular expression matches, or more.
 *
 * @param find the texts that lead to it
 * @param after what follows them, the secret in « »
 * @param within whether the text may begin within a word
 * @param note what else its user should know; may be empty
 */
record GitleaksRow(String find, String after, boolean within, String note) {
  /** Fewer bytes behind a prefix may be a word. */
  private static final int LEAST_SECRET = 8;

  /** Lines that leave less are common: base64 of zeros is a run of one letter. */
  private static final int LEAST_ROOM = 100;

  private static final BitSet WORD = RegexClass.perl('w');

  static GitleaksRow of(List<Regex> path) throws RegexException {
    int begin = path.indexOf(Mark.CAPTURE_BEGIN);
    List<Run> context = runs(path.subList(0, Math.max(0, begin)));
    List<Run> secret = secret(path);
    RowPrefix own = RowPrefix.of(secret);
    if (own.longEnough()) {
      boolean wider = context.stream().filter(run -> run.least() > 0).count() > 1;
      return new GitleaksRow(
          own.find(), hidden(own, own.rest()), !beginsWord(path, begin), note(own, wider));
    }
    RowPrefix before = RowPrefix.of(context);
    if (begin >= 0 && before.longEnough()) {
      return behind(before, secret, !beginsWord(path, -1));
    }
    if (RegexPaths.needed(context)) {
      throw new RegexException(
          "keyword context: its value is told by the words before it, not by a prefix of its own");
    }
    int length = own.texts().get(0).length();
    throw new RegexException(
        length == 0
            ? "its value has no prefix"
            : "its prefix " + own.find() + " has fewer than " + RowPrefix.LEAST + " bytes");
  }

  /** The first group, as gitleaks takes it, or all if there is none. */
  static List<Run> secret(List<Regex> path) {
    int begin = path.indexOf(Mark.CAPTURE_BEGIN);
    return runs(begin < 0 ? path : path.subList(begin, groupEnd(path, begin)));
  }

  /** A secret behind a text that is none. */
  private static GitleaksRow behind(RowPrefix before, List<Run> secret, boolean within)
      throws RegexException {
    List<Run> all = new ArrayList<>(before.rest());
    all.addAll(secret);
    if (all.stream().anyMatch(run -> run.bytes().get('\n'))) {
      throw new RegexException("it may span lines");
    }
    String value = hidden(before, secret);
    List<Run> gap = RowPattern.apart(before.rest());
    List<Run> together = new ArrayList<>(gap);
    together.addAll(secret);
    for (int run = 0; run < gap.size(); run++) {
      if (RowPattern.sharing(together, run) >= gap.size()) {
        throw new RegexException("what stands before its value may be a part of it");
      }
    }
    return new GitleaksRow(before.find(), (RowPattern.text(gap) + " " + value).strip(), within, "");
  }

  private static String note(RowPrefix prefix, boolean wider) {
    Run all = RowPattern.joined(prefix.rest());
    if (all.most() > prefix.room(all.bytes())) {
      return "a line that repeats its prefix may take too long; it is hidden then, and the row is off"
          + " until its file changes";
    }
    return wider ? "without the words before its value, so the row hides more" : "";
  }

  private static String hidden(RowPrefix prefix, List<Run> runs) throws RegexException {
    if (runs.isEmpty()) {
      throw new RegexException("it is a text without a secret part");
    }
    Run all = RowPattern.joined(runs);
    if (all.bytes().get(' ')) {
      throw new RegexException("what follows its prefix may be any text");
    }
    if (all.least() < LEAST_SECRET) {
      throw new RegexException(
          "fewer than " + LEAST_SECRET + " bytes follow its prefix, as in words");
    }
    int room = prefix.room(all.bytes());
    if (room < LEAST_ROOM && all.most() > room) {
      throw new RegexException("its prefix repeats itself, so a row would take too long");
    }
    return "«" + RowPattern.text(RowPattern.withTail(RowPattern.apart(runs), room)) + "»";
  }

  static List<Run> runs(List<Regex> path) {
    return path.stream()
        .filter(Run.class::isInstance)
        .map(Run.class::cast)
        .filter(run -> run.most() > 0)
        .toList();
  }

  /** What stands behind the secret. */
  static List<Run> behind(List<Regex> path) {
    int begin = path.indexOf(Mark.CAPTURE_BEGIN);
    return begin < 0 ? List.of() : runs(path.subList(groupEnd(path, begin), path.size()));
  }

  private static int groupEnd(List<Regex> path, int begin) {
    int depth = 0;
    for (int i = begin; i < path.size(); i++) {
      depth += path.get(i) == Mark.CAPTURE_BEGIN ? 1 : path.get(i) == Mark.CAPTURE_END ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    return path.size();
  }

  /** Whether no letter or digit can stand directly before the first run from there on. */
  private static boolean beginsWord(List<Regex> path, int from) {
    int first = Math.max(0, from);
    while (first < path.size() && !(path.get(first) instanceof Run)) {
      if (path.get(first) == Mark.BOUNDARY) {
        return true;
      }
      first++;
    }
    for (int i = Math.max(0, from) - 1; i >= 0; i--) {
      if (path.get(i) instanceof Run before) {
        return before.least() > 0 && !before.bytes().intersects(WORD);
      }
      if (path.get(i) == Mark.BOUNDARY) {
        return true;
      }
    }
    return false;
  }
}
