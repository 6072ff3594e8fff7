package innkeeper.redaction;

import innkeeper.redaction.scan.Encodings;
import innkeeper.redaction.scan.RegisteredValues;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** What registered values cost, by hand and not in the build: time, memory, throughput. */
public final class RegisteredCost {
  private static final int SIZE = 16 << 20;
  private static long taken;

  private RegisteredCost() {}

  /** Prints one line for each number of values. */
  public static void main(String[] args) throws IOException {
    byte[] text = text();
    for (int round = 0; round < 2; round++) {
      for (int count : new int[] {0, 1, 10, 100, 1000}) {
        measure(count, text, round > 0);
      }
    }
  }

  private static void measure(int count, byte[] text, boolean print) throws IOException {
    List<String> values = values(count);
    long before = used();
    long start = System.nanoTime();
    Engine engine = new Engine();
    for (int i = 0; i < count; i += 10) {
      engine.register("test", values.subList(i, Math.min(count, i + 10)));
    }
    double millis = (System.nanoTime() - start) / 1e6;
    double mib = (used() - before) / 1048576.0;
    List<byte[]> forms = values.stream().flatMap(v -> Encodings.of(v).stream()).toList();
    double[] rates = new double[7];
    long found = 0;
    for (int i = 0; i < rates.length; i++) {
      RedactingStream stream = engine.stream((bytes, from, length) -> taken += length);
      long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      for (int at = 0; at < text.length; at += 65_536) {
        stream.write(text, at, Math.min(65_536, text.length - at));
      }
      stream.finish();
      cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu;
      rates[i] = text.length / (double) cpu;
      found = stream.redactions();
    }
    Arrays.sort(rates);
    if (print) {
      System.out.printf(
          "%4d values, ten at a time: %7.1f ms, %6.1f MiB, %d forms of %d bytes;"
              + " clean lines %.3f GB/s, %d redactions%n",
          count,
          millis,
          mib,
          forms.size(),
          RegisteredValues.NONE.and(forms).size(),
          rates[rates.length / 2],
          found);
    }
  }

  /** As tokens are: 20 to 43 letters and digits; one in five begins as others do. */
  private static List<String> values(int count) {
    Random random = new Random(7);
    String letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    List<String> values = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      StringBuilder value = new StringBuilder(i % 5 == 0 ? "acme_live_" : "");
      int length = 20 + random.nextInt(24);
      while (value.length() < length) {
        value.append(letters.charAt(random.nextInt(letters.length())));
      }
      values.add(value.toString());
    }
    return values;
  }

  private static byte[] text() {
    Random random = new Random(1);
    String[] frames = {
      "2026-11-21T09:%02d:%02d.%03dZ INFO  [worker-%d] c.e.o.OrderService - order %d shipped to %s",
      "10.0.%d.%d - - [21/Nov/2026:09:00:%02d] \"GET /api/items/%d?page=%d HTTP/1.1\" 200 %s",
      "{\"ts\":\"2026-11-21T09:%02d:%02d.%03dZ\",\"level\":\"info\",\"pid\":%d,\"n\":%d,\"m\":\"%s\"}"
    };
    StringBuilder out = new StringBuilder();
    for (int n = 0; out.length() < SIZE; n++) {
      Object[] numbers = new Object[6];
      for (int i = 0; i < 5; i++) {
        numbers[i] = random.nextInt(60);
      }
      numbers[5] = "warehouse " + random.nextInt(100) + " in time";
      out.append(String.format(frames[n % frames.length], numbers)).append('\n');
    }
    return out.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static long used() {
    Runtime runtime = Runtime.getRuntime();
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
