package innkeeper.api.panel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PanelNumberTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "17|orders|17 orders",
        "1234567.891|''|1,234,567.89",
        "0.00012345|s|0.000123 s",
        "-2.5|°C|-2.5 °C",
        "0|bytes|0 B",
        "1536|bytes|1.5 KiB",
        "1e15|bytes|909.5 TiB",
        "NaN|orders|–",
      })
  void aNumberIsShownWithItsUnitAndWhatIsNotKnownAsADash(double value, String unit, String shown) {
    assertEquals(shown, PanelNumber.text(PanelContent.Figure.of("x", value, unit).value(), unit));
    assertEquals("–", PanelNumber.text(Optional.empty(), unit));
  }
}
