package innkeeper.redaction;

import innkeeper.redaction.LearnedValues.Limits;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * What learning costs, by hand and not in the build: thread CPU time with it and without it. That
 * of a busy machine changes, so pieces of 64 KiB go by turns through both.
 */
public final class LearnedCost {
  private static final int ROUNDS = 5;
  private static final int PIECE = 64 * 1024;
  private static long taken;

  private LearnedCost() {}

  /** Prints one line a case. */
  public static void main(String[] args) throws IOException {
    Random random = new Random(5);
    List<String> lines = Systems.lines(5000, random);
    String clean = String.join("\n", lines) + "\n";
    StringBuilder distinct = new StringBuilder();
    StringBuilder poison = new StringBuilder();
    for (int i = 0; i < 1_000_000; i++) {
      distinct.append("login of bob password=").append(value(random)).append(" done\n");
      String[] words = lines.get(random.nextInt(lines.size())).split(" ");
      poison.append("login of bob password=").append(words[random.nextInt(words.length)]);
      poison.append('\n');
    }
    int part = lines.size() / 4;
    String mixed = "";
    for (int i = 0; i < 4; i++) {
      String words = poison.substring(i * poison.length() / 4, (i + 1) * poison.length() / 4);
      mixed += String.join("\n", lines.subList(i * part, (i + 1) * part)) + "\n" + words + "\n";
    }
    compare("clean lines, nothing learned", "", clean);
    compare("clean lines, 10 values learned", lessons(random, 10), clean);
    compare("clean lines, 256 values learned", lessons(random, 256), clean);
    compare("10^6 distinct values", "", distinct.toString());
    compare("10^6 words of the log as passwords", "", mixed);
  }

  private static String value(Random random) {
    StringBuilder value = new StringBuilder("x");
    while (value.length() < 20) {
      value.append(Character.forDigit(random.nextInt(36), 36));
    }
    return value.toString();
  }

  private static String lessons(Random random, int count) {
    StringBuilder lessons = new StringBuilder();
    for (int i = 0; i < count; i++) {
      lessons.append("Authorization: Token ").append(value(random)).append('\n');
    }
    return lessons.toString();
  }

  private static void compare(String name, String lessons, String text) throws IOException {
    byte[] before = lessons.getBytes(StandardCharsets.UTF_8);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    List<Double> ratios = new ArrayList<>();
    double taught = 0;
    double plain = 0;
    int known = 0;
    Engine engine = new Engine();
    for (int round = 0; round < ROUNDS; round++) {
      LearnedValues learned =
          new LearnedValues(() -> new Limits(256, Duration.ofDays(1)), InstantSource.system());
      RedactingStream with = engine.stream(LearnedCost::take, learned);
      RedactingStream without = engine.stream(LearnedCost::take);
      write(with, before, 0, before.length);
      for (int at = 0; at < bytes.length; at += PIECE) {
        int length = Math.min(PIECE, bytes.length - at);
        double first = write(at / PIECE % 2 == 0 ? with : without, bytes, at, length);
        double second = write(at / PIECE % 2 == 0 ? without : with, bytes, at, length);
        if (round > 0) {
          ratios.add(at / PIECE % 2 == 0 ? first / second : second / first);
          taught += at / PIECE % 2 == 0 ? first : second;
          plain += at / PIECE % 2 == 0 ? second : first;
        }
      }
      known = learned.values().size();
    }
    Collections.sort(ratios);
    System.out.printf(
        "%-36s %6.3f GB/s without; %.3f times as long with it, by pieces %.3f; %d values known%n",
        name,
        bytes.length * (ROUNDS - 1.0) / plain,
        taught / plain,
        ratios.get(ratios.size() / 2),
        known);
  }

  private static void take(byte[] bytes, int from, int length) {
    taken += length;
  }

  private static double write(RedactingStream stream, byte[] bytes, int from, int length)
      throws IOException {
    long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    stream.write(bytes, from, length);
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu;
  }
}
