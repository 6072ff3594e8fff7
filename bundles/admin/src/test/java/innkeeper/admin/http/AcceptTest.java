package innkeeper.admin.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AcceptTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text/plain|true",
        "TEXT/PLAIN|true",
        " text/plain ; q=0.9 , application/json;q=0.8|true",
        "text/plain;charset=utf-8;q=0.5|true",
        "text/plain;q=1.000|true",
        ",,;,text/plain|true",
        "text/html;level=1;q=0.3,,;,text/plain;|true",
        "text/plain;;q=0.3,application/json;q=0.2|true",
        "text/plain;q=0.3,application/json|false",
        "text/plain;q=0|false",
        "text/plain;q=2|false",
        "text/plain;q=x|false",
        "text/plain;q=|false",
        "text/plain;q=0.1234|false",
        "text/plain,application/json|false",
        "application/json|false",
        "text/*|false",
        "*/*|false",
        ";text/plain|false"
      })
  void plainTextIsPreferredOnlyIfTheHeaderNamesIt(String header, boolean text) {
    assertEquals(text, Accept.prefersText(header));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        ";",
        ",",
        ",;",
        ";;q=1",
        ";;;",
        ",,,",
        "q=1",
        ";q=",
        "text/html;level=1;q=0.3,,;"
      })
  void aHeaderWithoutATypeIsAccepted(String header) {
    assertFalse(Accept.prefersText(header));
    assertFalse(Accept.gzip(header));
  }

  @Test
  void aMissingHeaderAcceptsNeither() {
    assertFalse(Accept.prefersText(null));
    assertFalse(Accept.gzip(null));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gzip|true",
        "br, GZIP;q=0.5|true",
        ";, gzip|true",
        "gzip;q=0|false",
        "gzip;q=0.000|false",
        "br|false"
      })
  void gzipIsUsedIfItsQualityIsAboveZero(String header, boolean gzip) {
    assertEquals(gzip, Accept.gzip(header));
  }

  @ParameterizedTest
  @ValueSource(strings = {";", ",", ";q=1,", "a/b;c=d,", "text/plain;q=0,"})
  void aLongHeaderIsReadToItsEnd(String filler) {
    assertTrue(Accept.prefersText(filler.repeat(100_000) + ",text/plain"));
    assertFalse(Accept.prefersText(filler.repeat(100_000)));
  }
}
