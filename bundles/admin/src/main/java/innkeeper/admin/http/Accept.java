package innkeeper.admin.http;

import java.util.Arrays;

/** Content negotiation between plain text and another type, RFC 9110 §12.5.1. */
public final class Accept {

  private Accept() {}

  /** Returns whether the client asks for text/plain by name and prefers it to JSON. */
  public static boolean prefersText(String header) {
    return prefersText(header, "application/json");
  }

  /** Returns whether the client asks for text/plain by name and prefers it to the other type. */
  public static boolean prefersText(String header, String other) {
    return header != null && quality(header, "text/plain") > quality(header, other);
  }

  /** Returns whether the client accepts gzip. */
  public static boolean gzip(String header) {
    return header != null && quality(header, "gzip") > 0;
  }

  private static double quality(String header, String wanted) {
    // The limit -1 keeps empty fields: the list element ";" has an empty name instead of no field.
    return Arrays.stream(header.split(","))
        .map(part -> part.split(";", -1))
        .filter(fields -> fields[0].strip().equalsIgnoreCase(wanted))
        .mapToDouble(Accept::quality)
        .max()
        .orElse(0);
  }

  private static double quality(String[] fields) {
    return Arrays.stream(fields, 1, fields.length)
        .map(String::strip)
        .filter(field -> field.startsWith("q=") || field.startsWith("Q="))
        .findFirst()
        .map(field -> field.substring(2))
        .map(text -> text.matches("[01](\\.[0-9]{0,3})?") ? Double.parseDouble(text) : 0.0)
        .orElse(1.0);
  }
}
