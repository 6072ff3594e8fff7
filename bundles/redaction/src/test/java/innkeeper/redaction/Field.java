package innkeeper.redaction;

import innkeeper.redaction.Corpus.Sample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.UnaryOperator;

/**
 * Lines as daemons, tools, frameworks and drivers print them, written down without a look at the
 * rules, with values drawn at random. In a template {@code «…»} stands around what must go and
 * {@code ‹name›} for a random value.
 */
final class Field {
  private static final String LOWER = "abcdefghijklmnopqrstuvwxyz";
  private static final String UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  private static final String DIGITS = "0123456789";
  private static final String ALNUM = LOWER + UPPER + DIGITS;
  private static final String HEX = "0123456789abcdef";
  private static final String BECH32 = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L";
  private static final String[] COMMON = {
    "hunter2", "Sommer2024!", "letmein1", "correct-horse-7", "P@ssw0rd", "qwerty123", "tr0ub4dor"
  };

  private Field() {}

  static List<String> positives() {
    return Corpus.lines("field-positives.txt");
  }

  static List<String> negatives() {
    return Corpus.lines("field-negatives.txt");
  }

  static Sample draw(String template, Random random) {
    return Corpus.sample(text(template, random));
  }

  /** A template without marks, its random values drawn. */
  static String text(String template, Random random) {
    StringBuilder out = new StringBuilder();
    int at = 0;
    while (true) {
      int open = template.indexOf('‹', at);
      if (open < 0) {
        out.append(template, at, template.length());
        break;
      }
      int close = template.indexOf('›', open);
      out.append(template, at, open).append(value(template.substring(open + 1, close), random));
      at = close + 1;
    }
    return out.toString()
        .replace('⏎', '\n')
        .replace('␍', '\r')
        .replace('␛', '\u001b')
        .replace('␉', '\t');
  }

  private static String value(String name, Random random) {
    return switch (name) {
      case "pw" -> password(random);
      case "pwd" -> word(random);
      case "qp" -> quoted(random);
      case "up" -> run(ALNUM + "-._~", 8 + random.nextInt(20), random);
      case "tok" -> token(random);
      case "jwt" -> jwt(random);
      case "uuid" -> new UUID(random.nextLong(), random.nextLong()).toString();
      case "b64" -> base64(24 + random.nextInt(5) * 4, random);
      case "b64l" -> base64(160 + random.nextInt(5) * 4, random);
      case "b64u" -> userPair(random);
      case "b64q" -> run(ALNUM, 40, random) + "%3D";
      default -> sized(name, random);
    };
  }

  private static String sized(String name, Random random) {
    String base = name.startsWith("b64") ? "b64" : name.replaceAll("\\d+$", "");
    int n = Integer.parseInt(name.substring(base.length()));
    String alphabet =
        switch (base) {
          case "hex" -> HEX;
          case "hexu" -> HEX.toUpperCase(java.util.Locale.ROOT);
          case "aln" -> ALNUM;
          case "zal" -> LOWER + DIGITS;
          case "up" -> UPPER + "234567";
          case "upn" -> UPPER + DIGITS;
          case "dig" -> "123456789";
          case "b64" -> ALNUM + "+/";
          case "bech" -> BECH32;
          case "bechl" -> BECH32.toLowerCase(java.util.Locale.ROOT);
          default -> throw new IllegalArgumentException("value ‹" + name + "›");
        };
    return run(alphabet, n, random);
  }

  static String run(String alphabet, int n, Random random) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < n; i++) {
      out.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    if (n >= 8 && alphabet.indexOf('7') >= 0) {
      // Real ones have digits; by chance one drawn here would have none now and then.
      for (int at : new int[] {1, n / 2, n - 2}) {
        out.setCharAt(at, "234567".charAt(random.nextInt(6)));
      }
    }
    return out.toString();
  }

  /** Without blanks, quotes and what ends a value somewhere. */
  private static String password(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> COMMON[random.nextInt(COMMON.length)];
      case 1 -> run(ALNUM, 8 + random.nextInt(16), random);
      case 2 -> "k" + run(ALNUM + "!#^*_+~.-@", 10 + random.nextInt(10), random) + "9";
      case 3 -> run(LOWER, 6, random) + run(DIGITS, 3, random);
      default -> run(HEX, 32, random);
    };
  }

  /** A password that looks like one: letters and digits. */
  private static String word(Random random) {
    return run(LOWER, 3 + random.nextInt(4), random)
        + run(DIGITS, 2 + random.nextInt(3), random)
        + run(UPPER, 1 + random.nextInt(2), random);
  }

  /** In quotes almost anything may stand. */
  private static String quoted(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> run(ALNUM, 5, random) + " " + run(ALNUM + ",;=&", 9, random);
      case 1 -> run(ALNUM + "!#$%^&*()_+=[]{};:,.<>?/|~-", 16, random) + "Z";
      default -> password(random);
    };
  }

  private static String token(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> run(HEX, 40, random);
      case 1 -> new UUID(random.nextLong(), random.nextLong()).toString();
      case 2 -> run(ALNUM, 20 + random.nextInt(30), random);
      default -> "x" + run(ALNUM + "-_", 22 + random.nextInt(20), random) + "7";
    };
  }

  private static String jwt(Random random) {
    String head = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9";
    return head
        + ".eyJ"
        + run(ALNUM, 40 + random.nextInt(60), random)
        + "."
        + run(ALNUM + "-_", 43, random);
  }

  private static String base64(int n, Random random) {
    return run(ALNUM + "+/", n - 2, random) + (random.nextBoolean() ? "==" : "aQ");
  }

  private static String userPair(Random random) {
    String pair = "bob:" + run(ALNUM, 8 + random.nextInt(12), random);
    return java.util.Base64.getEncoder()
        .encodeToString(pair.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  /** What a line may be wrapped in on its way to the log, by name. */
  static Map<String, UnaryOperator<String>> wrappers() {
    Map<String, UnaryOperator<String>> all = new LinkedHashMap<>();
    all.put("json", line -> "{\"ts\":1,\"msg\":" + Wrap.json(line) + ",\"n\":2}");
    all.put(
        "json twice",
        line -> "{\"log\":" + Wrap.json("{\"msg\":" + Wrap.json(line) + "}\n") + ",\"s\":\"out\"}");
    all.put(
        "logfmt", line -> "time=2026-01-01T00:00:00Z level=info msg=" + Wrap.json(line) + " n=1");
    all.put("syslog", line -> "<134>Nov 21 09:00:00 web app[123]: " + line);
    all.put("logback", line -> "2026-01-01 00:00:00.000 INFO 1 --- [main] c.e.App : " + line);
    all.put("colour", line -> "\u001b[32m" + line + "\u001b[0m");
    all.put("docker", line -> "web-1  | " + line);
    all.put("python", line -> "ERROR:app:failed: " + line);
    return all;
  }

  /** Drawn once each. */
  static List<Sample> samples(Random random) {
    List<Sample> all = new ArrayList<>();
    positives().forEach(template -> all.add(draw(template, random)));
    return all;
  }
}
