package innkeeper.api.panel;

import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The content of a panel: a text, numbers, tables and series, in this order. Immutable. All parts
 * are optional. {@link #EMPTY} and the methods that add to it create a content:
 *
 * <pre>{@code
 * PanelContent.EMPTY.figure("waiting", 17, "orders").table(table).series(series)
 * }</pre>
 *
 * <p>Parts beyond the bounds are left out, and the panel reports that. The bounds are the constants
 * here, 200 characters for a label or a cell, 1,000 for the text, and {@link #MOST_CHARACTERS} in
 * all.
 *
 * @param text one or two sentences; "" for no text
 * @param figures single numbers, at most {@link #MOST_FIGURES}
 * @param tables at most {@link #MOST_TABLES}
 * @param series numbers over time, at most {@link #MOST_SERIES}; all have one axis of time
 */
public record PanelContent(
    @JsonForm(empty = Empty.NULL) String text,
    List<Figure> figures,
    List<Table> tables,
    List<Series> series) {

  /** The maximum number of displayed numbers. */
  public static final int MOST_FIGURES = 24;

  /** The maximum number of displayed tables. */
  public static final int MOST_TABLES = 4;

  /** The maximum number of displayed columns of a table. */
  public static final int MOST_COLUMNS = 12;

  /** The maximum number of displayed rows of a table. */
  public static final int MOST_ROWS = 200;

  /** The maximum number of displayed series. */
  public static final int MOST_SERIES = 8;

  /** The maximum number of displayed points of a series; the last ones are displayed. */
  public static final int MOST_POINTS = 500;

  /** The maximum number of characters of a panel, in all its texts together. */
  public static final int MOST_CHARACTERS = 100_000;

  /** The empty content. */
  public static final PanelContent EMPTY = new PanelContent("", List.of(), List.of(), List.of());

  /** Copies the lists. */
  public PanelContent {
    Objects.requireNonNull(text);
    figures = List.copyOf(figures);
    tables = List.copyOf(tables);
    series = List.copyOf(series);
  }

  /** Returns a copy with another text. */
  public PanelContent text(String other) {
    return new PanelContent(other, figures, tables, series);
  }

  /**
   * Returns a copy with one more number.
   *
   * @param label the counted thing
   * @param value NaN if the number is not known
   * @param unit as in {@link Figure}
   */
  public PanelContent figure(String label, double value, String unit) {
    return new PanelContent(text, and(figures, Figure.of(label, value, unit)), tables, series);
  }

  /** Returns a copy with one more table. */
  public PanelContent table(Table table) {
    return new PanelContent(text, figures, and(tables, table), series);
  }

  /** Returns a copy with one more series. */
  public PanelContent series(Series one) {
    return new PanelContent(text, figures, tables, and(series, one));
  }

  private static <T> List<T> and(List<T> list, T last) {
    List<T> all = new ArrayList<>(list);
    all.add(last);
    return all;
  }

  /**
   * A single number.
   *
   * @param label the counted thing
   * @param value empty if the number is not known; it is then displayed as a dash
   * @param unit the unit behind the number; {@code bytes} is displayed as KiB, MiB; "" for no unit
   */
  @JsonForm(name = "PanelFigure")
  public record Figure(
      String label, Optional<Double> value, @JsonForm(empty = Empty.NULL) String unit) {

    /** Checks that no component is null. A value that is not finite counts as unknown. */
    public Figure {
      Objects.requireNonNull(label);
      value = value.filter(Double::isFinite);
      Objects.requireNonNull(unit);
    }

    /**
     * Creates a number.
     *
     * @param value NaN if the number is not known
     */
    public static Figure of(String label, double value, String unit) {
      return new Figure(label, Optional.of(value), unit);
    }
  }

  /**
   * A table of texts.
   *
   * @param title the heading; "" for no heading
   * @param columns the headings of the columns
   * @param rows each with one cell for each column; a missing cell is empty
   */
  @JsonForm(name = "PanelTable")
  public record Table(
      @JsonForm(empty = Empty.NULL) String title, List<String> columns, List<List<String>> rows) {

    /** Copies the lists. */
    public Table {
      Objects.requireNonNull(title);
      columns = List.copyOf(columns);
      rows = rows.stream().map(List::copyOf).toList();
    }
  }

  /**
   * A number over time.
   *
   * @param label the counted thing
   * @param unit as in {@link Figure}
   * @param points in the order of their times; a gap between points is a gap in the line
   */
  @JsonForm(name = "PanelSeries")
  public record Series(
      String label, @JsonForm(empty = Empty.NULL) String unit, List<Point> points) {

    /** Copies the list. */
    public Series {
      Objects.requireNonNull(label);
      Objects.requireNonNull(unit);
      points = List.copyOf(points);
    }
  }

  /**
   * A number at a time.
   *
   * @param value a value that is not finite is left out
   */
  @JsonForm(name = "PanelPoint")
  public record Point(Instant at, double value) {

    /** Checks that the time is not null. */
    public Point {
      Objects.requireNonNull(at);
    }
  }
}
