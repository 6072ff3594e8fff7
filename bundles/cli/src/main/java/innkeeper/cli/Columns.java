package innkeeper.cli;

import java.util.ArrayList;
import java.util.List;

/** Arranges words in columns, filled from top to bottom like ls. */
final class Columns {

  private Columns() {}

  static List<String> of(List<String> words, int width) {
    int widest = 0;
    for (String word : words) {
      widest = Math.max(widest, word.length() + 2);
    }
    int across = Math.max(1, width / Math.max(1, widest));
    int rows = (words.size() + across - 1) / across;
    List<String> out = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      StringBuilder line = new StringBuilder();
      for (int i = row; i < words.size(); i += rows) {
        line.append(words.get(i));
        if (i + rows < words.size()) {
          line.append(" ".repeat(widest - words.get(i).length()));
        }
      }
      out.add(line.toString());
    }
    return out;
  }
}
