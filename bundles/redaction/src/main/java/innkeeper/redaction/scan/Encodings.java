package innkeeper.redaction.scan;

import innkeeper.redaction.text.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** All spellings a value may be printed in. */
public final class Encodings {
  /** Fewer bytes are not looked for. */
  static final int SHORTEST = 6;

  private static final String HEX = "0123456789abcdef";
  private final Map<String, byte[]> forms = new LinkedHashMap<>();

  /** The forms of a value: itself, its lines, and each of them as other programs write it. */
  public static Collection<byte[]> of(String value) {
    Encodings e = new Encodings();
    e.spell(value.strip());
    if (!value.equals(value.strip())) {
      e.spell(value);
    }
    if (value.indexOf('\n') >= 0) {
      value.lines().map(String::strip).filter(line -> line.length() >= 8).forEach(e::spell);
    }
    return e.forms.values();
  }

  private void spell(String value) {
    add(value);
    String json = json(value, false);
    add(json);
    add(json(json, false));
    add(json(value, true));
    add(json(json(value, true), false));
    add(json.replace("/", "\\/"));
    add(url(value, false, false));
    add(url(value, true, false));
    add(url(value, false, true));
    add(url(value, true, true));
    add(value.replace("'", "'\\''"));
    add(value.replace("'", "'\"'\"'"));
    add(value.replace("'", "''"));
    add(shell(value));
    add(xml(value, "&apos;"));
    add(xml(value, "&#39;"));
    add(value.replace("\"", "\\\""));
    add(value.replace("$", "$$"));
    byte[] raw = value.getBytes(StandardCharsets.UTF_8);
    hex(raw);
    base64(raw);
  }

  private void add(String form) {
    if (form.length() >= SHORTEST && form.indexOf('\n') < 0 && !form.contains("REDACTED")) {
      forms.putIfAbsent(form, form.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static String json(String value, boolean ascii) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          boolean html = ascii && (c == '<' || c == '>' || c == '&' || c == '=' || c == '\'');
          if (c < 0x20 || html || ascii && c > 0x7e) {
            out.append(String.format("\\u%04x", (int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    return out.toString();
  }

  private static String url(String value, boolean plus, boolean lower) {
    StringBuilder out = new StringBuilder();
    for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
      if (Bytes.is(b, Bytes.TOKEN | Bytes.DOT | Bytes.TILDE)) {
        out.append((char) b);
      } else if (b == ' ' && plus) {
        out.append('+');
      } else {
        String code = "" + HEX.charAt(b >> 4 & 15) + HEX.charAt(b & 15);
        out.append('%').append(lower ? code : code.toUpperCase(java.util.Locale.ROOT));
      }
    }
    return out.toString();
  }

  /** As {@code printf %q} does. */
  private static String shell(String value) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < 0x7f && !Character.isLetterOrDigit(c) && "_-./:=@%+,".indexOf(c) < 0) {
        out.append('\\');
      }
      out.append(c);
    }
    return out.toString();
  }

  private static String xml(String value, String apostrophe) {
    return value
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", apostrophe);
  }

  private void hex(byte[] raw) {
    StringBuilder out = new StringBuilder();
    for (byte b : raw) {
      out.append(HEX.charAt(b >> 4 & 15)).append(HEX.charAt(b & 15));
    }
    add(out.toString());
    add(out.toString().toUpperCase(java.util.Locale.ROOT));
  }

  /**
   * Base64 in a longer text begins at one of three places in a group of four. The letters that hold
   * bits of what stands around the value are left off, so that any surroundings match.
   */
  private void base64(byte[] raw) {
    for (int shift = 0; shift < 3; shift++) {
      byte[] padded = new byte[shift + raw.length];
      System.arraycopy(raw, 0, padded, shift, raw.length);
      String all = Base64.getEncoder().withoutPadding().encodeToString(padded);
      int from = (8 * shift + 5) / 6;
      int to = 8 * padded.length / 6;
      if (to - from > SHORTEST) {
        String known = all.substring(from, to);
        add(known);
        add(known.replace('+', '-').replace('/', '_'));
        add(known.replace("+", "%2B").replace("/", "%2F"));
        add(known.replace("/", "\\/"));
      }
    }
  }
}
