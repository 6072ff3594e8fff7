package innkeeper.redaction;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

/** Clean lines as sixteen public systems print them, from their shapes. */
final class Systems {
  private static final String[] WORDS = {
    "config",
    "brokers",
    "consumers",
    "order",
    "hbase",
    "master",
    "worker",
    "queue",
    "tokens",
    "keys",
    "sessions",
    "passenger",
    "compass",
    "author",
    "secretary",
    "monkey"
  };

  private Systems() {}

  /** Shapes by the system's name. */
  static Map<String, List<String>> shapes() {
    Map<String, List<String>> all = new LinkedHashMap<>();
    List<String> current = null;
    for (String line : Corpus.lines("systems.txt")) {
      if (line.startsWith("== ")) {
        current = all.computeIfAbsent(line.substring(3), name -> new ArrayList<>());
      } else {
        current.add(line);
      }
    }
    return all;
  }

  /** So many lines of each system, one after the other. */
  static List<String> lines(int each, Random random) {
    List<String> out = new ArrayList<>();
    for (List<String> shapes : shapes().values()) {
      for (int i = 0; i < each; i++) {
        out.add(fill(shapes.get(i % shapes.size()), random));
      }
    }
    return out;
  }

  static String fill(String shape, Random random) {
    StringBuilder out = new StringBuilder();
    int i = 0;
    while (i < shape.length()) {
      char c = shape.charAt(i);
      boolean twice = i + 1 < shape.length() && shape.charAt(i + 1) == c;
      if ((c == '{' || c == '}') && twice) {
        out.append(c);
        i += 2;
      } else if (c == '{') {
        int close = shape.indexOf('}', i);
        out.append(part(shape.substring(i + 1, close), random));
        i = close + 1;
      } else {
        out.append(c);
        i++;
      }
    }
    return out.toString();
  }

  private static String part(String name, Random random) {
    return switch (name) {
      case "n" -> Integer.toString(100 + random.nextInt(99_900));
      case "d" -> Integer.toString(random.nextInt(10));
      case "dd" -> Integer.toString(10 + random.nextInt(50));
      case "ip" -> "10." + random.nextInt(256) + "." + random.nextInt(256) + ".1";
      case "w" -> WORDS[random.nextInt(WORDS.length)];
      case "uuid" -> new UUID(random.nextLong(), random.nextLong()).toString();
      default -> hex(Integer.parseInt(name.substring(1)), random);
    };
  }

  private static String hex(int length, Random random) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < length; i++) {
      out.append("0123456789abcdef".charAt(random.nextInt(16)));
    }
    return out.toString();
  }
}
