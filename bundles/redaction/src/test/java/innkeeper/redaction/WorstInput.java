package innkeeper.redaction;

import innkeeper.redaction.scan.RuleSet;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Looks for slow inputs, by hand and not in the build: fragments drawn from all triggers and what
 * may stand between them, over and over; the slowest are varied further. Argument: seconds.
 */
public final class WorstInput {
  private static final int SIZE = 256 * 1024;
  private static final String[] GLUE = {
    " ",
    "\n",
    "=",
    ": ",
    " is ",
    "'",
    "\"",
    "\\",
    "\\n",
    "-p ",
    " -u ",
    "(",
    "[",
    "{",
    "/",
    "@",
    "a",
    "x1",
    "ab12cd34",
    ",",
    ";",
    "&",
    "|",
    "<",
    ">",
    "%3d",
    "\u001b[1m",
    "\r",
    "for ",
    "echo ",
    "EYJ",
    "..",
    "-",
    "=>",
    "::",
    "A1b2C3d4E5f6G7h8I9j0"
  };

  private WorstInput() {}

  private record Scored(String unit, double rate) {}

  /** Prints the slowest units found, in MB a second. */
  public static void main(String[] args) throws Exception {
    long end = System.nanoTime() + 1_000_000_000L * Integer.parseInt(args[0]);
    Random random = new Random(args.length > 1 ? Long.parseLong(args[1]) : 1);
    List<String> words = new ArrayList<>(List.of(GLUE));
    RuleSet.BUILTIN.triggers().forEach(t -> words.add(t.toString()));
    List<Scored> worst = new ArrayList<>();
    for (String word : words) {
      keep(worst, new Scored(word + " ", rate(word + " ")));
    }
    while (System.nanoTime() < end) {
      String unit = draw(worst, words, random);
      keep(worst, new Scored(unit, rate(unit)));
    }
    for (Scored s : worst) {
      System.out.printf("%8.1f MB/s  %s%n", rate(s.unit), Wrap.inner(s.unit));
    }
  }

  private static void keep(List<Scored> worst, Scored s) {
    if (worst.stream().noneMatch(w -> w.unit.equals(s.unit))) {
      worst.add(s);
      worst.sort(Comparator.comparingDouble(Scored::rate));
      if (worst.size() > 24) {
        worst.remove(24);
      }
    }
  }

  private static String draw(List<Scored> worst, List<String> words, Random random) {
    StringBuilder unit = new StringBuilder();
    if (random.nextInt(3) > 0) {
      unit.append(worst.get(random.nextInt(worst.size())).unit);
    }
    for (int n = 1 + random.nextInt(3); n > 0; n--) {
      int at = random.nextInt(unit.length() + 1);
      int pool = random.nextBoolean() ? GLUE.length : words.size();
      unit.insert(at, words.get(random.nextInt(pool)));
    }
    return unit.length() > 80 ? unit.substring(0, 80) : unit.toString();
  }

  private static double rate(String unit) throws Exception {
    byte[] data = unit.repeat(SIZE / unit.length() + 1).getBytes(StandardCharsets.UTF_8);
    double best = 0;
    for (int round = 0; round < 2; round++) {
      RedactingStream stream = new Engine().stream((bytes, from, length) -> {});
      long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      for (int at = 0; at < data.length; at += 65_536) {
        stream.write(data, at, Math.min(65_536, data.length - at));
      }
      stream.finish();
      long taken = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start;
      best = Math.max(best, data.length * 1e3 / Math.max(1, taken));
    }
    return best;
  }
}
