package innkeeper.redaction;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;

/**
 * How fast the engine is, by hand and not in the build; median of thread CPU time, so that a busy
 * machine disturbs less. Beside it one expression of java.util.regex, a line at a time, and of sed,
 * ripgrep and perl where they are installed, from file to nowhere in wall time.
 */
public final class Throughput {
  private static final Pattern REGEX =
      Pattern.compile(
          "(?i)(password|passwd|secret|token|api[_-]?key|authorization)[\"']?\\s*[:=]\\s*\\S+"
              + "|gh[pousr]_\\w{36}|AKIA[A-Z2-7]{16}|://[^\\s:@/]*:[^\\s@]+@");
  private static final int SIZE = 16 << 20;
  private static long taken;

  private Throughput() {}

  /** Prints one line a case. */
  public static void main(String[] args) throws Exception {
    Random random = new Random(1);
    byte[] clean = text(random, 0);
    byte[] dirty = text(random, 10);
    measure("clean lines", clean);
    measure("one line in ten dirty", dirty);
    System.out.printf("%-34s %6.3f GB/s%n", "clean lines, java.util.regex", regex(clean));
    beside(clean);
    String[] worst = {
      "password= ",
      "password=a\n",
      "token:\n",
      "://",
      "://a@",
      "\"",
      "\\",
      "eyJ",
      "-eyJ-",
      "-sk-",
      "mysql -p ",
      "curl -u ",
      "Authorization: ",
      "Bearer ",
      "{\"a\":\"",
      "secret=[",
      "\u001b[0m",
      "\r",
      "-----BEGIN RSA PRIVATE KEY-----",
      "pass:pass:",
      "12:AAA",
      "password is ",
      "a.bcdefg."
    };
    for (String unit : worst) {
      byte[] bytes = unit.getBytes(StandardCharsets.UTF_8);
      byte[] data = new byte[SIZE / 4];
      for (int i = 0; i < data.length; i++) {
        data[i] = bytes[i % bytes.length];
      }
      String name = unit.replace("\n", "\\n").replace("\r", "\\r").replace("\u001b", "\\e");
      measure("over and over: " + name, data);
    }
  }

  private static byte[] text(Random random, int dirtyIn) {
    List<String> lines = Corpus.negatives();
    List<Corpus.Sample> secrets = Corpus.positives();
    String[] frames = {
      "2026-11-21T09:%02d:%02d.%03dZ INFO  [worker-%d] c.e.o.OrderService - order %d shipped to %s",
      "10.0.%d.%d - - [21/Nov/2026:09:00:%02d] \"GET /api/items/%d?page=%d HTTP/1.1\" 200 %s",
      "{\"ts\":\"2026-11-21T09:%02d:%02d.%03dZ\",\"level\":\"info\",\"pid\":%d,\"n\":%d,\"m\":\"%s\"}"
    };
    StringBuilder out = new StringBuilder();
    for (int n = 0; out.length() < SIZE; n++) {
      if (dirtyIn > 0 && n % dirtyIn == 0) {
        out.append(secrets.get(random.nextInt(secrets.size())).line());
      } else if (n % 20 == 1) {
        out.append(lines.get(random.nextInt(lines.size())));
      } else {
        Object[] numbers = new Object[6];
        for (int i = 0; i < 5; i++) {
          numbers[i] = random.nextInt(60);
        }
        numbers[5] = "warehouse " + random.nextInt(100) + " in time";
        out.append(String.format(frames[n % frames.length], numbers));
      }
      out.append('\n');
    }
    return out.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void measure(String name, byte[] data) throws Exception {
    double[] rates = new double[9];
    long found = 0;
    for (int round = 0; round < rates.length; round++) {
      RedactingStream stream = new Engine().stream((bytes, from, length) -> taken += length);
      long start = cpu();
      for (int at = 0; at < data.length; at += 65_536) {
        stream.write(data, at, Math.min(65_536, data.length - at));
      }
      stream.finish();
      rates[round] = data.length / (double) (cpu() - start);
      found = stream.redactions();
    }
    Arrays.sort(rates);
    double median = rates[rates.length / 2];
    System.out.printf("%-34s %6.3f GB/s  %d redactions%n", name, median, found);
  }

  private static double regex(byte[] data) {
    String text = new String(data, 0, data.length / 8, StandardCharsets.ISO_8859_1);
    double best = 0;
    for (int round = 0; round < 5; round++) {
      long start = cpu();
      for (String line : text.split("\n")) {
        taken += REGEX.matcher(line).replaceAll("[REDACTED]").length();
      }
      best = Math.max(best, text.length() / (double) (cpu() - start));
    }
    return best;
  }

  /** The same expression in other programs, on the same bytes. */
  private static void beside(byte[] data) throws Exception {
    String posix =
        "(password|passwd|secret|token|api[_-]?key|authorization)[\"']?[[:space:]]*[:=]"
            + "[[:space:]]*[^[:space:]]+|gh[pousr]_[A-Za-z0-9_]{36}|AKIA[A-Z2-7]{16}"
            + "|://[^[:space:]:@/]*:[^[:space:]@]+@";
    Path file = Files.createTempFile("throughput", ".log");
    try {
      Files.write(file, data);
      String name = file.toString();
      tool(data.length, "sed", "-E", "s#" + posix + "#[REDACTED]#gI", name);
      tool(data.length, "rg", "--no-config", "--passthru", "-ir", "[REDACTED]", posix, name);
      tool(data.length, "perl", "-pe", "s#" + posix.replace("@", "\\@") + "#[REDACTED]#gi", name);
    } finally {
      Files.delete(file);
    }
  }

  private static void tool(int bytes, String... command) throws Exception {
    double best = 0;
    for (int round = 0; round < 3; round++) {
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().put("LC_ALL", "C");
      builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectErrorStream(true);
      long start = System.nanoTime();
      try {
        if (builder.start().waitFor() != 0) {
          System.out.printf("%-34s failed%n", "clean lines, " + command[0]);
          return;
        }
      } catch (IOException missing) {
        System.out.printf("%-34s not installed%n", "clean lines, " + command[0]);
        return;
      }
      best = Math.max(best, bytes / (double) (System.nanoTime() - start));
    }
    System.out.printf("%-34s %6.3f GB/s%n", "clean lines, " + command[0], best);
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
