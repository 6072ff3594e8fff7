package innkeeper.redaction;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The sample lines, and tokens made from formats. */
final class Corpus {
  private static final Pattern PART = Pattern.compile("\\{(\\d+)([A-Z])}");

  private Corpus() {}

  /** A line, and what must become of it. */
  record Sample(String line, String clean, List<String> secrets) {
    @Override
    public String toString() {
      return line;
    }
  }

  static List<String> lines(String name) {
    try (InputStream in = Corpus.class.getResourceAsStream(name)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      List<String> lines = new ArrayList<>();
      for (String line : text.split("\n")) {
        if (!line.startsWith("# ") && !line.isEmpty()) {
          lines.add(line);
        }
      }
      return lines;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<Sample> positives() {
    return lines("positives.txt").stream().map(Corpus::sample).toList();
  }

  static List<String> negatives() {
    return lines("negatives.txt");
  }

  static Sample sample(String marked) {
    StringBuilder line = new StringBuilder();
    StringBuilder clean = new StringBuilder();
    List<String> secrets = new ArrayList<>();
    int at = 0;
    while (at < marked.length()) {
      int open = marked.indexOf('«', at);
      if (open < 0) {
        line.append(marked, at, marked.length());
        clean.append(marked, at, marked.length());
        break;
      }
      int close = marked.indexOf('»', open);
      line.append(marked, at, open).append(marked, open + 1, close);
      clean.append(marked, at, open).append("[REDACTED]");
      secrets.add(marked.substring(open + 1, close));
      at = close + 1;
    }
    return new Sample(line.toString(), clean.toString(), secrets);
  }

  static List<String> formats() {
    return lines("providers.txt");
  }

  /** A token of the format, from the random source. */
  static String token(String format, Random random) {
    Matcher part = PART.matcher(format);
    StringBuilder out = new StringBuilder();
    while (part.find()) {
      StringBuilder run = new StringBuilder();
      String alphabet = alphabet(part.group(2).charAt(0));
      for (int i = Integer.parseInt(part.group(1)); i > 0; i--) {
        run.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      part.appendReplacement(out, Matcher.quoteReplacement(run.toString()));
    }
    part.appendTail(out);
    return out.toString();
  }

  private static String alphabet(char name) {
    String lower = "abcdefghijklmnopqrstuvwxyz";
    String upper = lower.toUpperCase(java.util.Locale.ROOT);
    String digits = "0123456789";
    return switch (name) {
      case 'A' -> lower + upper + digits;
      case 'L' -> lower + upper;
      case 'D' -> "123456789";
      case 'H' -> digits + "abcdef";
      case 'U' -> upper + digits;
      case 'C' -> upper + "234567";
      case 'T' -> lower + upper + digits + "_-";
      case 'W' -> lower + upper + digits + "_";
      case 'Z' -> lower + digits;
      case 'B' -> lower + upper + digits + "+/";
      case 'X' -> lower + upper + digits + "_~.-";
      default -> throw new IllegalArgumentException("class " + name);
    };
  }
}
