package innkeeper.shell.convert.gitleaks;

import innkeeper.shell.convert.gitleaks.Regex.Capture;
import innkeeper.shell.convert.gitleaks.Regex.Choice;
import innkeeper.shell.convert.gitleaks.Regex.Mark;
import innkeeper.shell.convert.gitleaks.Regex.Repeat;
import innkeeper.shell.convert.gitleaks.Regex.Run;
import innkeeper.shell.convert.gitleaks.Regex.Sequence;
import java.util.ArrayList;
import java.util.List;

/** A regular expression without choices: the ways through it, each runs and marks in a row. */
final class RegexPaths {
  /** A choice that leads to more is taken as one run of all its bytes. */
  private static final int MOST = 64;

  private static final int MOST_COPIES = 8;

  private RegexPaths() {}

  static List<List<Regex>> of(Regex regex) {
    if (regex instanceof Choice choice) {
      List<List<Regex>> paths = new ArrayList<>();
      choice.parts().forEach(part -> paths.addAll(of(part)));
      return bounded(paths, regex);
    }
    if (regex instanceof Capture capture) {
      return of(new Sequence(List.of(Mark.CAPTURE_BEGIN, capture.part(), Mark.CAPTURE_END)));
    }
    if (regex instanceof Repeat repeat) {
      if (repeat.least() == 0 && repeat.most() == 1) {
        List<List<Regex>> paths = new ArrayList<>(of(repeat.part()));
        paths.add(List.of());
        return bounded(paths, regex);
      }
      boolean copied = repeat.least() == repeat.most() && repeat.least() <= MOST_COPIES;
      List<List<Regex>> one = copied ? of(repeat.part()) : List.of();
      if (one.size() != 1) {
        return List.of(List.of(Regex.summary(regex)));
      }
      List<Regex> copies = new ArrayList<>();
      for (int i = 0; i < repeat.least(); i++) {
        copies.addAll(one.get(0));
      }
      return List.of(copies);
    }
    if (regex instanceof Sequence sequence) {
      return sequence(sequence);
    }
    return List.of(List.of(regex));
  }

  /** Whether one of the runs must be there. */
  static boolean needed(List<Run> runs) {
    return runs.stream().anyMatch(run -> run.least() > 0);
  }

  private static List<List<Regex>> sequence(Sequence sequence) {
    List<List<Regex>> paths = List.of(List.of());
    for (Regex part : sequence.parts()) {
      List<List<Regex>> nexts = of(part);
      if (nexts.size() * paths.size() > MOST) {
        nexts = List.of(List.of(Regex.summary(part)));
      }
      List<List<Regex>> longer = new ArrayList<>();
      for (List<Regex> path : paths) {
        for (List<Regex> next : nexts) {
          List<Regex> both = new ArrayList<>(path);
          both.addAll(next);
          longer.add(both);
        }
      }
      paths = longer;
    }
    return paths;
  }

  private static List<List<Regex>> bounded(List<List<Regex>> paths, Regex regex) {
    return paths.size() > MOST ? List.of(List.of(Regex.summary(regex))) : paths;
  }
}
