package innkeeper.api.panel;

import innkeeper.common.text.Amounts;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import java.util.Optional;

/** Formats the numbers of a panel for people; the page's scripts write them in the same way. */
public final class PanelNumber {

  /** The text for an unknown number. */
  public static final String UNKNOWN = "–";

  private PanelNumber() {}

  /**
   * Returns a number with its unit: {@code 1,234.5 orders}, {@code 1.5 MiB}, {@code –}.
   *
   * @param value empty if the number is not known
   * @param unit {@code bytes}, another word, or ""
   * @return one line
   */
  public static String text(Optional<Double> value, String unit) {
    if (value.isEmpty()) {
      return UNKNOWN;
    }
    if (unit.equals("bytes")) {
      String size = Amounts.bytes(Math.round(Math.abs(value.get())));
      return value.get() < 0 ? "-" + size : size;
    }
    return (plain(value.get()) + " " + unit).strip();
  }

  /**
   * Formats a number with two digits after the point; with three significant digits if it is below
   * one.
   */
  private static String plain(double value) {
    BigDecimal exact = BigDecimal.valueOf(value);
    BigDecimal shown =
        Math.abs(value) < 1
            ? exact.round(new MathContext(3))
            : exact.setScale(2, RoundingMode.HALF_UP);
    DecimalFormat format =
        new DecimalFormat("#,##0.##########", DecimalFormatSymbols.getInstance(Locale.ROOT));
    return format.format(shown);
  }
}
