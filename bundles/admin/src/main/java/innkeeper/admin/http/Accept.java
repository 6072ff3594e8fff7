package innkeeper.admin.http;

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
    double best = 0;
    for (String part : header.split(",")) {
      // The limit -1 keeps empty fields: the list element ";" has an empty name instead of no
      // field.
      String[] fields = part.split(";", -1);
      if (fields[0].strip().equalsIgnoreCase(wanted)) {
        best = Math.max(best, quality(fields));
      }
    }
    return best;
  }

  private static double quality(String[] fields) {
    for (int i = 1; i < fields.length; i++) {
      String field = fields[i].strip();
      if (field.startsWith("q=") || field.startsWith("Q=")) {
        return field.substring(2).matches("[01](\\.[0-9]{0,3})?")
            ? Double.parseDouble(field.substring(2))
            : 0;
      }
    }
    return 1;
  }
}
