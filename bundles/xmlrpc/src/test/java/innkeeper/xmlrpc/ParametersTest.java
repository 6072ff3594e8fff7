package innkeeper.xmlrpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client of supervisord may pass: parameters, names, signals. */
class ParametersTest {

  private final Parameters parameters = new Parameters(List.of("web", 3, true, List.of("a"), 0));

  @Test
  void aParameterHasItsType() {
    assertEquals("web", parameters.string(0));
    assertEquals(3, parameters.integer(1));
    assertEquals(List.of("a"), parameters.list(3));
    assertTrue(parameters.waits(2));
    assertTrue(parameters.waits(9), "left out");
    assertFalse(parameters.waits(4), "0 is false to Python");
  }

  @Test
  void aParameterOfAnotherTypeIsRefused() {
    for (Runnable wrong :
        List.<Runnable>of(
            () -> parameters.string(1), () -> parameters.integer(0), () -> parameters.list(0))) {
      assertEquals(FaultCode.INCORRECT_PARAMETERS, assertThrows(Fault.class, wrong::run).code());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "HUP,HUP",
    "SIGHUP,HUP",
    "sigterm,TERM",
    "1,HUP",
    "15,TERM",
    "9,KILL",
    "' usr1 ',USR1"
  })
  void aSignalHasAName(String given, String name) {
    assertEquals(name, SignalName.of(given));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "32", "99", "SIG", "NOPE", "", "-9", "TERM;KILL"})
  void anUnknownSignalIsRefused(String given) {
    assertEquals(
        FaultCode.BAD_SIGNAL, assertThrows(Fault.class, () -> SignalName.of(given)).code());
  }

  @Test
  void aNameIsAProcessOrAGroup() {
    assertEquals(new Namespec("web", Optional.of("web")), Namespec.of("web"));
    assertEquals(new Namespec("c1", Optional.of("web")), Namespec.of("c1:web"));
    assertEquals(new Namespec("c1", Optional.empty()), Namespec.of("c1:*"));
    assertEquals(new Namespec("c1", Optional.empty()), Namespec.of("c1:"));
  }
}
