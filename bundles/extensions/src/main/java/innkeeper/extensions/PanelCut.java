package innkeeper.extensions;

import innkeeper.api.alarm.Alarm;
import innkeeper.api.panel.PanelContent;
import innkeeper.api.panel.PanelContent.Figure;
import innkeeper.api.panel.PanelContent.Point;
import innkeeper.api.panel.PanelContent.Series;
import innkeeper.api.panel.PanelContent.Table;
import java.util.ArrayList;
import java.util.List;

/** Redacts a panel's content and cuts it to its limits. For one content, one thread. */
final class PanelCut {

  private static final int LONGEST_TEXT = 1000;
  private static final int LONGEST_LABEL = 200;

  private int left = PanelContent.MOST_CHARACTERS;
  private boolean cut;

  boolean cut() {
    return cut;
  }

  PanelContent of(PanelContent content) {
    return new PanelContent(
        text(content.text(), LONGEST_TEXT),
        first(content.figures(), PanelContent.MOST_FIGURES).stream().map(this::figure).toList(),
        first(content.tables(), PanelContent.MOST_TABLES).stream().map(this::table).toList(),
        first(content.series(), PanelContent.MOST_SERIES).stream().map(this::series).toList());
  }

  private Figure figure(Figure one) {
    return new Figure(label(one.label()), one.value(), label(one.unit()));
  }

  private Table table(Table one) {
    String title = label(one.title());
    List<String> columns =
        first(one.columns(), PanelContent.MOST_COLUMNS).stream().map(this::label).toList();
    List<List<String>> rows = new ArrayList<>();
    for (List<String> row : first(one.rows(), PanelContent.MOST_ROWS)) {
      if (left < 2) {
        cut = true;
        break;
      }
      rows.add(row(row, columns.size()));
    }
    return new Table(title, columns, rows);
  }

  private List<String> row(List<String> cells, int columns) {
    List<String> row = new ArrayList<>(first(cells, columns).stream().map(this::label).toList());
    while (row.size() < columns) {
      row.add("");
    }
    return row;
  }

  private Series series(Series one) {
    List<Point> points = one.points();
    int surplus = Math.max(0, points.size() - PanelContent.MOST_POINTS);
    cut |= surplus > 0;
    return new Series(
        label(one.label()),
        label(one.unit()),
        points.subList(surplus, points.size()).stream()
            .filter(point -> Double.isFinite(point.value()))
            .toList());
  }

  private String label(String text) {
    return text(text, LONGEST_LABEL);
  }

  private String text(String text, int longest) {
    String whole = ForeignText.whole(text);
    int most = Math.min(longest, left);
    String shown = most < 2 ? "" : Alarm.cut(whole, most);
    cut |= !shown.equals(whole) || text.length() > ForeignText.MOST_READ;
    left -= shown.length();
    return shown;
  }

  private <T> List<T> first(List<T> list, int most) {
    cut |= list.size() > most;
    return list.subList(0, Math.min(most, list.size()));
  }
}
