package innkeeper.redaction.scan;

import innkeeper.redaction.text.Bytes;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/** All spellings a value may be printed in. */
public final class Encodings {
  /** Fewer bytes are not looked for. */
  static final int SHORTEST = 6;

  /** A longer value, a key file for example, is looked for as programs usually write it only. */
  private static final int LONGEST_IN_ALL = 1024;

  private static final int SHORTEST_LINE = 8;

  /** In base64, one of two parts can be found. */
  private static final int SHORTEST_BROKEN = 12;

  /** Shorter ones are words in another case too often. */
  private static final int SHORTEST_IN_OTHER_CASE = 8;

  /** What stands as it is in every language. */
  private static final int UNESCAPED = Bytes.TOKEN | Bytes.DOT;

  private static final String BASE64 =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  private static final String BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

  private static final HexFormat HEX = HexFormat.of();
  private static final List<HexFormat> DUMPS =
      List.of(
          HEX,
          HexFormat.ofDelimiter(":"),
          HexFormat.ofDelimiter(" "),
          HexFormat.ofDelimiter("-"),
          HexFormat.ofDelimiter(","),
          HexFormat.ofDelimiter(", "),
          HexFormat.ofDelimiter(",").withPrefix("0x"),
          HexFormat.ofDelimiter(", ").withPrefix("0x"),
          HexFormat.ofDelimiter(" ").withPrefix("0x"),
          HEX.withPrefix("\\x"),
          HEX.withPrefix("%"));

  private final Map<String, byte[]> forms = new LinkedHashMap<>();

  /** The forms of a value: itself, its lines, and each of them as other programs write it. */
  public static Collection<byte[]> of(String value) {
    Encodings e = new Encodings();
    e.spell(value.strip(), true);
    if (!value.equals(value.strip())) {
      e.spell(value, true);
    }
    if (value.indexOf('\n') >= 0) {
      value.lines().map(String::strip).filter(Encodings::tells).forEach(l -> e.spell(l, false));
    }
    return e.forms.values();
  }

  /** The forms that programs break into lines, as base64 and hex. */
  public static Collection<byte[]> broken(String value) {
    byte[] raw = value.strip().getBytes(StandardCharsets.UTF_8);
    Encodings e = new Encodings();
    if (raw.length >= SHORTEST_BROKEN && raw.length <= LONGEST_IN_ALL) {
      e.add(HEX.formatHex(raw));
      e.add(HEX.withUpperCase().formatHex(raw));
      base64(raw).stream()
          .filter(form -> form.indexOf('%') + form.indexOf('\\') < 0)
          .forEach(e::add);
    }
    return e.forms.values();
  }

  /** The forms in which programs usually write a value: a tenth of all. */
  public static Collection<byte[]> usual(String value) {
    Encodings e = new Encodings();
    e.spell(value, false);
    return e.forms.values();
  }

  /** Whether a line of a value of several lines is secret by itself. A key's frame is none. */
  private static boolean tells(String line) {
    return line.length() >= SHORTEST_LINE && !line.startsWith("-----");
  }

  private void spell(String value, boolean seldom) {
    add(value);
    byte[] raw = value.getBytes(StandardCharsets.UTF_8);
    if (Bytes.runEnd(raw, 0, raw.length, UNESCAPED) < raw.length) {
      escaped(value).forEach(this::add);
    }
    add(HEX.formatHex(raw));
    add(HEX.withUpperCase().formatHex(raw));
    base64(raw).forEach(this::add);
    if (seldom && raw.length <= LONGEST_IN_ALL) {
      seldom(value, raw);
    }
  }

  /** As shells, addresses and languages write what means something to them. */
  private static List<String> escaped(String value) {
    List<String> forms = new ArrayList<>();
    for (String quoted : quoted(value)) {
      forms.add(quoted);
      forms.add(Escapes.json(quoted));
    }
    forms.add(Escapes.json(value).replace("/", "\\/"));
    forms.add(Escapes.url(value, false, false));
    forms.add(Escapes.url(value, true, false));
    forms.add(Escapes.url(value, false, true));
    forms.add(Escapes.url(value, true, true));
    forms.add(value.replace("'", "'\\''"));
    forms.add(value.replace("'", "'\"'\"'"));
    forms.add(value.replace("'", "''"));
    forms.add(Escapes.shell(value));
    forms.add(Escapes.xml(value, "&apos;"));
    forms.add(Escapes.xml(value, "&#39;"));
    forms.add(value.replace("\"", "\\\""));
    forms.add(value.replace("$", "$$"));
    return forms;
  }

  /** As languages quote a text. */
  private static List<String> quoted(String value) {
    String json = Escapes.json(value);
    String python = value.replace("\\", "\\\\");
    String properties = python.replace("=", "\\=").replace(":", "\\:");
    List<String> forms = new ArrayList<>(List.of(json, python, python.replace("'", "\\'")));
    forms.addAll(List.of(properties, Escapes.html(json)));
    List<UnaryOperator<String>> ascii =
        List.of(
            text -> Escapes.unicode(text, false, false),
            text -> Escapes.unicode(text, false, true),
            text -> Escapes.bytes(text, StandardCharsets.ISO_8859_1),
            text -> Escapes.bytes(text, StandardCharsets.UTF_8));
    for (String text : List.copyOf(forms)) {
      ascii.forEach(form -> forms.add(form.apply(text)));
    }
    return forms;
  }

  /** As few programs write a value, or as somebody writes it who wants it to pass. */
  private void seldom(String value, byte[] raw) {
    if (value.length() >= SHORTEST_IN_OTHER_CASE) {
      add(value.toUpperCase(Locale.ROOT));
      add(value.toLowerCase(Locale.ROOT));
    }
    for (HexFormat dump : DUMPS) {
      add(dump.formatHex(raw));
      add(dump.withUpperCase().formatHex(raw));
    }
    add(pairs(HEX.formatHex(raw), 2));
    add(pairs(HEX.formatHex(raw), 4));
    add(Escapes.numbers(raw, ","));
    add(Escapes.numbers(raw, ", "));
    add(Escapes.octal(raw));
    add(Escapes.unicode(value, true, false));
    add(Escapes.unicode(value, true, true));
    add(Escapes.references(value, "&#", Integer::toString));
    add(Escapes.references(value, "&#x", Integer::toHexString));
    add(Escapes.references(value, "&#x", c -> Integer.toHexString(c).toUpperCase(Locale.ROOT)));
    add(Escapes.quotedPrintable(value));
    for (String once : base64(raw)) {
      base64(once.getBytes(StandardCharsets.US_ASCII)).forEach(this::add);
    }
    for (int shift = 0; shift < 5; shift++) {
      String known = letters(raw, shift, 5, BASE32);
      add(known);
      add(known.toLowerCase(Locale.ROOT));
    }
    add(value, StandardCharsets.ISO_8859_1);
    add(value, StandardCharsets.UTF_16BE);
    add(value, StandardCharsets.UTF_16LE);
    base64(value.getBytes(StandardCharsets.UTF_16LE)).forEach(this::add);
  }

  private void add(String form) {
    if (!form.contains("REDACTED")) {
      add(form.getBytes(StandardCharsets.UTF_8));
    }
  }

  private void add(String value, Charset charset) {
    if (charset.newEncoder().canEncode(value)) {
      add(value.getBytes(charset));
    }
  }

  private void add(byte[] form) {
    if (form.length >= SHORTEST && Bytes.next(form, 0, form.length, '\n') == form.length) {
      forms.putIfAbsent(new String(form, StandardCharsets.ISO_8859_1), form);
    }
  }

  /** As xxd writes it: a blank after each second byte. */
  private static String pairs(String hex, int first) {
    StringBuilder out = new StringBuilder(hex.substring(0, Math.min(first, hex.length())));
    for (int i = first; i < hex.length(); i += 4) {
      out.append(' ').append(hex, i, Math.min(i + 4, hex.length()));
    }
    return out.toString();
  }

  /** At the three places in a group of four where it may begin, in the alphabets there are. */
  private static List<String> base64(byte[] raw) {
    List<String> forms = new ArrayList<>();
    for (int shift = 0; shift < 3; shift++) {
      String known = letters(raw, shift, 6, BASE64);
      if (known.length() > SHORTEST) {
        forms.add(known);
        forms.add(known.replace('+', '-').replace('/', '_'));
        forms.add(known.replace("+", "%2B").replace("/", "%2F"));
        forms.add(known.replace("/", "\\/"));
      }
    }
    return forms.stream().distinct().toList();
  }

  /**
   * In a longer text a value begins at one of several places in a group of letters. Letters that
   * hold bits of what stands around it are left off, so that any surroundings match.
   *
   * @param shift bytes of the group before the value
   * @param bits of a letter
   */
  private static String letters(byte[] raw, int shift, int bits, String alphabet) {
    StringBuilder out = new StringBuilder();
    int first = (8 * shift + bits - 1) / bits;
    int end = 8 * (shift + raw.length) / bits;
    for (int letter = first; letter < end; letter++) {
      int number = 0;
      for (int bit = letter * bits - 8 * shift; bit < (letter + 1) * bits - 8 * shift; bit++) {
        number = number << 1 | raw[bit >> 3] >> 7 - (bit & 7) & 1;
      }
      out.append(alphabet.charAt(number));
    }
    return out.toString();
  }
}
