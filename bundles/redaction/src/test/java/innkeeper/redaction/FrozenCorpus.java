package innkeeper.redaction;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Texts whose redacted form is frozen in {@code frozen/digests.txt}: lines of all corpora, drawn
 * field lines, mutants, and mixtures of all that the rules know. The same at each run: what draws
 * has a seed. A text may have several lines.
 */
final class FrozenCorpus {
  private static final String SPRINKLED = " \"'\\=:,;\n\t{}[]()<>&%@/-_.|`$#*\r\b\u000b\u001b0";
  private final Map<String, List<String>> parts = new LinkedHashMap<>();
  private final List<String> triggers = raw("triggers.txt");
  private final List<String> pool = new ArrayList<>();

  FrozenCorpus() {
    List<String> current = null;
    for (String line : raw("parts.txt")) {
      if (line.startsWith("== ")) {
        current = parts.computeIfAbsent(line.substring(3), name -> new ArrayList<>());
      } else {
        current.add(line);
      }
    }
    Random random = new Random(1);
    Corpus.positives().forEach(s -> pool.add(s.line()));
    Field.samples(random).forEach(s -> pool.add(s.line()));
    pool.addAll(Corpus.negatives());
    Field.negatives().forEach(template -> pool.add(Field.text(template, random)));
    pool.addAll(triggers);
    pool.add("[REDACTED]");
  }

  private static List<String> raw(String name) {
    return Corpus.lines("frozen/" + name).stream()
        .map(line -> line.replace('␠', ' ').replace("\\t", "\t"))
        .toList();
  }

  /** The texts by family, made as they are asked for. */
  Map<String, Stream<byte[]>> families() {
    Map<String, Stream<byte[]>> all = new LinkedHashMap<>();
    List<String> corpus = new ArrayList<>();
    Corpus.positives().forEach(s -> corpus.add(s.line()));
    corpus.addAll(Corpus.negatives());
    put(all, "corpus", corpus.stream());
    put(all, "wrapped", corpus.stream().flatMap(FrozenCorpus::wrapped));
    put(all, "providers", drawn(2, 10, FrozenCorpus::providers));
    put(all, "systems", Systems.lines(2000, new Random(16)).stream());
    put(all, "field", drawn(3, 90, this::field));
    put(all, "field wrapped", drawn(4, 3, r -> field(r).flatMap(FrozenCorpus::wrapped)));
    put(all, "mutants", many(5, 60_000, this::mutant));
    put(all, "names", many(6, 120_000, this::named));
    put(all, "triggers", many(7, 80_000, this::triggered));
    put(all, "commands", many(8, 60_000, this::command));
    all.put("fuzz", fuzz().stream());
    all.put("kept", Corpus.lines("frozen/kept.txt").stream().map(FrozenCorpus::unescaped));
    all.put("units", Corpus.lines("frozen/units.txt").stream().map(FrozenCorpus::repeated));
    return all;
  }

  private static void put(Map<String, Stream<byte[]>> all, String name, Stream<String> texts) {
    all.put(name, texts.map(text -> text.getBytes(StandardCharsets.UTF_8)));
  }

  private static List<byte[]> fuzz() {
    List<byte[]> inputs = new ArrayList<>();
    for (String method : List.of("whateverComes", "aRegisteredValueNeverComesOut")) {
      Path folder = Path.of("src/test/resources/innkeeper/redaction/EngineFuzzTestInputs", method);
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.sorted().toList()) {
          inputs.add(Files.readAllBytes(file));
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return inputs;
  }

  private static byte[] repeated(String line) {
    byte[] unit = unescaped(line);
    byte[] text = new byte[12_000];
    for (int i = 0; i < text.length; i++) {
      text[i] = unit[i % unit.length];
    }
    return text;
  }

  private static Stream<String> providers(Random random) {
    return Corpus.formats().stream().flatMap(format -> tokens(format, random));
  }

  private static Stream<String> drawn(
      long seed, int times, Function<Random, Stream<String>> lines) {
    return IntStream.range(0, times).boxed().flatMap(n -> lines.apply(new Random(1000 * seed + n)));
  }

  private static Stream<String> many(long seed, int n, Function<Random, String> make) {
    IntFunction<String> one = i -> make.apply(new Random(1_000_003 * seed + i));
    return IntStream.range(0, n).mapToObj(one);
  }

  private Stream<String> field(Random random) {
    return Stream.concat(
        Field.positives().stream().map(template -> Field.draw(template, random).line()),
        Field.negatives().stream().map(template -> Field.text(template, random)));
  }

  private static Stream<String> wrapped(String line) {
    return Field.wrappers().values().stream().map(wrapper -> wrapper.apply(line));
  }

  private static Stream<String> tokens(String format, Random random) {
    String token = Corpus.token(format, random);
    int cut = random.nextInt(token.length());
    return Stream.of(
        token,
        "deploy using " + token + " for web",
        "x=\"" + token + "\" y",
        "{\"v\":\"" + token + "\"}",
        "see:" + token + ".",
        "x" + token + "_y",
        "a-" + token.substring(0, cut),
        "a/b+" + token + "=");
  }

  /** A piece of that kind, its values drawn. */
  private String part(String kind, Random random) {
    List<String> all = parts.get(kind);
    return Field.text(all.get(random.nextInt(all.size())), random);
  }

  /** A name, an operator, a value, in something, before something. */
  private String named(Random random) {
    StringBuilder out = new StringBuilder();
    if (random.nextInt(4) > 0) {
      out.append(part("heads", random));
    }
    String name = random.nextInt(6) == 0 ? trigger(random) : part("names", random);
    if (random.nextInt(8) == 0) {
      name = part("names", random) + "_.-".charAt(random.nextInt(3)) + name;
    }
    out.append(name).append(part("operators", random)).append(part("values", random));
    for (int n = random.nextInt(3); n > 0; n--) {
      out.append(part("tails", random));
    }
    if (random.nextInt(12) == 0) {
      out.append(named(random));
    }
    return framed(out.toString(), random);
  }

  private String trigger(Random random) {
    return triggers.get(random.nextInt(triggers.size()));
  }

  /** A trigger with anything around it. */
  private String triggered(Random random) {
    StringBuilder out = new StringBuilder();
    String[] kinds = {"parts", "values", "heads", "operators", "tails", "parts", "values"};
    for (int n = random.nextInt(3); n > 0; n--) {
      out.append(part(kinds[random.nextInt(kinds.length)], random));
    }
    String trigger = trigger(random);
    out.append(random.nextInt(4) == 0 ? cased(trigger, random) : trigger);
    for (int n = random.nextInt(6); n > 0; n--) {
      out.append(part(kinds[random.nextInt(kinds.length)], random));
    }
    return framed(out.toString(), random);
  }

  private static String cased(String text, Random random) {
    return random.nextBoolean() ? text.toUpperCase(Locale.ROOT) : text.toLowerCase(Locale.ROOT);
  }

  /** A program and its arguments. */
  private String command(Random random) {
    StringBuilder out = new StringBuilder();
    if (random.nextInt(3) == 0) {
      out.append(part(random.nextBoolean() ? "heads" : "commands", random));
    }
    out.append(trigger(random));
    for (int n = 1 + random.nextInt(5); n > 0; n--) {
      out.append(part("commands", random));
      if (random.nextInt(5) == 0) {
        out.append(part("values", random));
      }
    }
    return framed(out.toString(), random);
  }

  private static String framed(String text, Random random) {
    return switch (random.nextInt(12)) {
      case 0 -> "{\"msg\":" + Wrap.json(text) + ",\"n\":2}";
      case 1 -> "{\"log\":" + Wrap.json("{\"msg\":" + Wrap.json(text) + "}\n") + "}";
      case 2 -> "level=info msg=" + Wrap.json(text) + " n=1";
      case 3 -> "2026-01-01 00:00:00.000 INFO 1 --- [main] c.e.App : " + text;
      default -> text;
    };
  }

  /** Lines torn to pieces, put together anew and sprinkled with what ends a value somewhere. */
  private String mutant(Random random) {
    StringBuilder out = new StringBuilder();
    for (int pieces = 1 + random.nextInt(4); pieces > 0; pieces--) {
      String line = pool.get(random.nextInt(pool.size()));
      if (random.nextBoolean() && line.length() > 2) {
        int from = random.nextInt(line.length() - 1);
        line = line.substring(from, from + 1 + random.nextInt(line.length() - from));
      }
      out.append(line).append(random.nextInt(3) == 0 ? "\n" : "");
    }
    for (int n = random.nextInt(4); n > 0; n--) {
      char c = SPRINKLED.charAt(random.nextInt(SPRINKLED.length()));
      int at = random.nextInt(out.length());
      if (random.nextBoolean()) {
        out.setCharAt(at, c);
      } else {
        out.insert(at, c);
      }
    }
    return out.toString();
  }

  /** Bytes written as one line: U+241B and two hexadecimal digits stand for what cannot. */
  static byte[] unescaped(String line) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String[] pieces = line.split("\u241b", -1);
    for (int i = 0; i < pieces.length; i++) {
      int code = i == 0 ? 0 : 2;
      if (i > 0) {
        out.write(Integer.parseInt(pieces[i].substring(0, 2), 16));
      }
      out.writeBytes(pieces[i].substring(code).getBytes(StandardCharsets.UTF_8));
    }
    return out.toByteArray();
  }

  /** The opposite of {@link #unescaped}: all that is not plain ASCII stands as its code. */
  static String escaped(byte[] text) {
    StringBuilder out = new StringBuilder();
    for (byte c : text) {
      out.append(c >= ' ' && c < 0x7f ? String.valueOf((char) c) : String.format("\u241b%02x", c));
    }
    return out.toString();
  }
}
