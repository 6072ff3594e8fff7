package innkeeper.api.panel;

import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a panel shows: a text, numbers, tables and series, in this order. Immutable. Anything is
 * optional; {@link #EMPTY} and the methods that add to it make one:
 *
 * <pre>{@code
 * PanelContent.EMPTY.figure("waiting", 17, "orders").table(table).series(series)
 * }</pre>
 *
 * <p>What is beyond the bounds is left out, and the panel says so: the constants here, 200
 * characters for a label or a cell, 1,000 for the text, and {@link #MOST_CHARACTERS} in all.
 *
 * @param text one or two sentences; "" for none
 * @param figures single numbers, at most {@link #MOST_FIGURES}
 * @param tables at most {@link #MOST_TABLES}
 * @param series numbers over time, at most {@link #MOST_SERIES}; all have one axis of time
 */
public record PanelContent(
    @JsonForm(empty = Empty.NULL) String text,
    List<Figure> figures,
    List<Table> tables,
    List<Series> series) {

  /** How many numbers are shown. */
  public static final int MOST_FIGURES = 24;

  /** How many tables are shown. */
  public static final int MOST_TABLES = 4;

  /** How many columns of a table are shown. */
  public static final int MOST_COLUMNS = 12;

  /** How many rows of a table are shown. */
  public static final int MOST_ROWS = 200;

  /** How many series are shown. */
  public static final int MOST_SERIES = 8;

  /** How many points of a series are shown: the last ones. */
  public static final int MOST_POINTS = 500;

  /** How many characters a panel has, all its texts together. */
  public static final int MOST_CHARACTERS = 100_000;

  /** Shows nothing. */
  public static final PanelContent EMPTY = new PanelContent("", List.of(), List.of(), List.of());

  /** Copies the lists. */
  public PanelContent {
    Objects.requireNonNull(text);
    figures = List.copyOf(figures);
    tables = List.copyOf(tables);
    series = List.copyOf(series);
  }

  /** The same with another text. */
  public PanelContent text(String other) {
    return new PanelContent(other, figures, tables, series);
  }

  /**
   * The same and a number.
   *
   * @param label what it counts
   * @param value NaN if it is not known
   * @param unit as in {@link Figure}
   */
  public PanelContent figure(String label, double value, String unit) {
    return new PanelContent(text, and(figures, Figure.of(label, value, unit)), tables, series);
  }

  /** The same and a table. */
  public PanelContent table(Table table) {
    return new PanelContent(text, figures, and(tables, table), series);
  }

  /** The same and a series. */
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
   * @param label what it counts
   * @param value empty if it is not known, which is shown as a dash
   * @param unit stands behind the number; {@code bytes} is shown as KiB, MiB; "" for none
   */
  @JsonForm(name = "PanelFigure")
  public record Figure(
      String label, Optional<Double> value, @JsonForm(empty = Empty.NULL) String unit) {

    /** Checks that no component is null. A value that is not finite is not known. */
    public Figure {
      Objects.requireNonNull(label);
      value = value.filter(Double::isFinite);
      Objects.requireNonNull(unit);
    }

    /**
     * A number.
     *
     * @param value NaN if it is not known
     */
    public static Figure of(String label, double value, String unit) {
      return new Figure(label, Optional.of(value), unit);
    }
  }

  /**
   * Rows of texts.
   *
   * @param title its heading; "" for none
   * @param columns their headings
   * @param rows each with as many cells as there are columns; a missing cell is empty
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
   * @param label what it counts
   * @param unit as in {@link Figure}
   * @param points in the order of their times; a gap in them is a gap in the line
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
   * @param value what is not finite is left out
   */
  @JsonForm(name = "PanelPoint")
  public record Point(Instant at, double value) {

    /** Checks that the time is there. */
    public Point {
      Objects.requireNonNull(at);
    }
  }
}
