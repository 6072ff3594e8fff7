package innkeeper.redaction;
import innkeeper.redaction.text.Bytes;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Bytes a second through one stream on one thread, in the host's own way of collecting garbage. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-XX:+UseSerialGC")
public class EngineBenchmark {
  /** So many bytes an operation: operations a second are MiB a second. */
  private static final int SIZE = 1 << 20;

  private static final int WRITE = 64 * 1024;
  private static final Pattern REGEX =
      Pattern.compile(
          "(?i)(password|passwd|secret|token|api[_-]?key|authorization)[\"']?\\s*[:=]\\s*\\S+"
              + "|gh[pousr]_\\w{36}|AKIA[A-Z2-7]{16}|://[^\\s:@/]*:[^\\s@]+@");

  /** {@code clean}: lines of sixteen systems; {@code dirty}: one in ten holds a secret. */
  @State(Scope.Benchmark)
  public static class Lines {
    @Param({"clean", "dirty"})
    String kind;

    byte[] bytes;

    @Setup
    public void make() {
      List<String> clean = new ArrayList<>(Systems.lines(600, new Random(1)));
      Collections.shuffle(clean, new Random(2));
      List<Corpus.Sample> secrets = Corpus.positives();
      Random random = new Random(3);
      StringBuilder text = new StringBuilder();
      for (int n = 0; text.length() < SIZE; n++) {
        boolean secret = kind.equals("dirty") && n % 10 == 0;
        text.append(secret ? secrets.get(random.nextInt(secrets.size())).line() : clean.get(n))
            .append('\n');
      }
      bytes = first(text.toString().getBytes(StandardCharsets.UTF_8));
    }
  }

  /** A unit over and over: what the verifiers find the hardest. */
  @State(Scope.Benchmark)
  public static class Worst {
    @Param({
      "password= ",
      "password=a\\n",
      "password is ",
      "token:\\n",
      "://",
      "\\\\",
      "-sk-",
      "mysql -p ",
      "curl -u ",
      "Authorization: ",
      "Bearer ",
      "12:AAA"
    })
    String unit;

    byte[] bytes;

    @Setup
    public void make() {
      String text = unit.replace("\\n", "\n").replace("\\\\", "\\");
      bytes = first(text.repeat(SIZE / text.length() + 1).getBytes(StandardCharsets.UTF_8));
    }
  }

  private static byte[] first(byte[] bytes) {
    return java.util.Arrays.copyOf(bytes, SIZE);
  }

  private static long pass(byte[] bytes) throws IOException {
    long[] taken = new long[1];
    RedactingStream stream = new Engine().stream((b, from, length) -> taken[0] += length);
    for (int at = 0; at < bytes.length; at += WRITE) {
      stream.write(bytes, at, Math.min(WRITE, bytes.length - at));
    }
    stream.finish();
    return taken[0];
  }

  @Benchmark
  public long engine(Lines lines) throws IOException {
    return pass(lines.bytes);
  }

  @Benchmark
  public long worst(Worst worst) throws IOException {
    return pass(worst.bytes);
  }

  /** Beside it: one expression of java.util.regex, a line at a time. */
  @Benchmark
  public long regex(Lines lines) {
    long taken = 0;
    int at = 0;
    while (at < lines.bytes.length) {
      int end = Bytes.next(lines.bytes, at, lines.bytes.length, '\n');
      String line = new String(lines.bytes, at, end - at, StandardCharsets.ISO_8859_1);
      taken += REGEX.matcher(line).replaceAll("[REDACTED]").length();
      at = end + 1;
    }
    return taken;
  }
}
