package innkeeper.admin.page;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Draws the page's icon with a count: {@code warn-3.svg}. */
final class VerdictIcon {

  private static final Pattern NAME = Pattern.compile("(warn|fail)-([1-9][0-9]?)\\.svg");

  private VerdictIcon() {}

  /** Returns the icon with that file name; empty if the name has another form. */
  static Optional<byte[]> named(String file) {
    Matcher name = NAME.matcher(file);
    if (!name.matches()) {
      return Optional.empty();
    }
    boolean fail = name.group(1).equals("fail");
    String shape =
        fail
            ? "<circle cx=\"16\" cy=\"16\" r=\"16\" fill=\"#b3140e\"/>"
            : "<rect width=\"32\" height=\"32\" rx=\"7\" fill=\"#e3b341\"/>";
    String svg =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 32 32\">"
            + shape
            + "<text x=\"16\" y=\"23\" text-anchor=\"middle\" font-family=\"sans-serif\""
            + " font-weight=\"700\" font-size=\""
            + (name.group(2).length() > 1 ? 18 : 21)
            + "\" fill=\""
            + (fail ? "#fff" : "#1b2027")
            + "\">"
            + name.group(2)
            + "</text></svg>";
    return Optional.of(svg.getBytes(StandardCharsets.UTF_8));
  }
}
