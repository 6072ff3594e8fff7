package innkeeper.common.terminal;

import java.util.ArrayList;
import java.util.List;

/** A table with aligned columns; on a terminal the last column is cut to the width. */
public final class TextTable {

  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();
  private final List<List<Colour>> colours = new ArrayList<>();

  public TextTable(String... head) {
    row((Object[]) head);
  }

  /** Adds a row. A {@link Cell} has its colour; all other values are shown as text. */
  public TextTable row(Object... cells) {
    List<String> texts = new ArrayList<>();
    List<Colour> paints = new ArrayList<>();
    for (Object cell : cells) {
      texts.add(SafeText.line(cell instanceof Cell c ? c.text() : String.valueOf(cell)));
      paints.add(cell instanceof Cell c ? c.colour() : Colour.NONE);
    }
    rows.add(texts);
    colours.add(paints);
    return this;
  }

  public record Cell(String text, Colour colour) {}

  /**
   * Returns the rows, the head first.
   *
   * @param width the width to which the last column is cut; 0 for no limit
   */
  public List<String> lines(int width, boolean colour) {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], Widths.of(row.get(i)));
      }
    }
    List<String> lines = new ArrayList<>();
    for (int r = 0; r < rows.size(); r++) {
      StringBuilder line = new StringBuilder();
      int used = 0;
      for (int i = 0; i < columns; i++) {
        String text = rows.get(r).get(i);
        boolean last = i == columns - 1;
        if (last && width > 0 && used + Widths.of(text) > width) {
          text = Widths.start(text, Math.max(0, width - used - 1)) + "…";
        }
        line.append(colours.get(r).get(i).paint(text, colour));
        if (!last) {
          line.append(" ".repeat(widths[i] - Widths.of(text))).append(GAP);
        }
        used += widths[i] + GAP.length();
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }
}
