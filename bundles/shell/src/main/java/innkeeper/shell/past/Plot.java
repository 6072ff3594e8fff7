package innkeeper.shell.past;

import innkeeper.api.history.History.Point;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Draws a metric as one line of bars, from zero to its largest value. */
public final class Plot {

  private static final String BARS = "▁▂▃▄▅▆▇█";

  /** The character for a span without samples. */
  private static final char GAP = '·';

  private Plot() {}

  /**
   * Returns the line; the height of a bar is the largest value in its span.
   *
   * @param width the number of bars
   */
  public static String line(List<Point> points, Instant from, Instant to, int width) {
    double[] largest = new double[width];
    java.util.Arrays.fill(largest, Double.NaN);
    double span = Math.max(1, Duration.between(from, to).toMillis());
    for (Point point : points) {
      double into = Duration.between(from, point.at()).toMillis() / span;
      int at = (int) Math.max(0, Math.min(width - 1, Math.floor(into * width)));
      largest[at] = Double.isNaN(largest[at]) ? point.max() : Math.max(largest[at], point.max());
    }
    double top = points.stream().mapToDouble(Point::max).max().orElse(0);
    StringBuilder line = new StringBuilder(width);
    for (double value : largest) {
      line.append(Double.isNaN(value) ? GAP : bar(value, top));
    }
    return line.toString();
  }

  private static char bar(double value, double top) {
    int height = top <= 0 ? 0 : (int) Math.ceil(value / top * (BARS.length() - 1));
    return BARS.charAt(Math.max(0, Math.min(BARS.length() - 1, height)));
  }
}
