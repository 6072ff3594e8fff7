package innkeeper.common.terminal;

import java.util.ArrayList;
import java.util.List;

/** A table with aligned columns; on a terminal the last column is cut to the width. */
public final class TextTable {

  private static final String GAP = "  ";

  private final List<List<Cell>> rows = new ArrayList<>();

  public TextTable(String... head) {
    row((Object[]) head);
  }

  /** Adds a row. A {@link Cell} has its colour; all other values are shown as text. */
  public TextTable row(Object... cells) {
    List<Cell> row = new ArrayList<>();
    for (Object cell : cells) {
      Cell plain = cell instanceof Cell c ? c : new Cell(String.valueOf(cell), Colour.NONE);
      row.add(new Cell(SafeText.line(plain.text()), plain.colour()));
    }
    rows.add(row);
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
    for (List<Cell> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], Widths.of(row.get(i).text()));
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<Cell> row : rows) {
      StringBuilder line = new StringBuilder();
      int used = 0;
      for (int i = 0; i < columns; i++) {
        String text = row.get(i).text();
        boolean last = i == columns - 1;
        if (last && width > 0 && used + Widths.of(text) > width) {
          text = Widths.start(text, Math.max(0, width - used - 1)) + "…";
        }
        line.append(row.get(i).colour().paint(text, colour));
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
