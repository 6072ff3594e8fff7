package innkeeper.host.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What browsers and other clients really send, and who of them may ask. */
class RequestPolicyTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1:4560",
        "127.0.0.1",
        "127.9.8.7:80",
        "localhost:8080",
        "LOCALHOST",
        "[::1]:4560",
        "[::1]",
        "127.0.0.1:65535"
      })
  void loopbackNamesWithAnyPortAreAllowed(String host) {
    assertTrue(ask("GET", host, null, null, null, null));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.test",
        "evil.test:4560",
        "127.0.0.1.evil.test",
        "0.0.0.0:4560",
        "0.0.0.0",
        "[::]:4560",
        "localhost.evil.test",
        "localhost:99999",
        "127.0.0.1:",
        "127.0.0.256",
        "0x7f.1",
        "2130706433",
        "[::ffff:127.0.0.1]",
        "user@127.0.0.1",
        "127.0.0.1:4560 ",
        " 127.0.0.1",
        "127.0.0.1\t",
        "127.1",
        "app.localhost",
        "",
        "127.0.0.1:4560:1",
        "127.0.0.1/",
        "loc\u0430lhost",
        "192.168.0.1",
        "10.0.0.1:4560",
        "localhost.:4560"
      })
  void everyOtherHostHeaderIsRefused(String host) {
    assertEquals("host-not-allowed", rule("GET", List.of(host), List.of(), null, null, null));
  }

  @Test
  void anotherHostNameIsAnsweredWithTheAddressOfThePage() {
    String detail =
        RequestPolicy.refuse("GET", List.of("box:4560"), List.of(), null, null, null)
            .orElseThrow()
            .detail();
    assertTrue(detail.contains("http://127.0.0.1:PORT"), detail);
    assertTrue(detail.contains("ssh -L PORT:127.0.0.1:PORT"), detail);
  }

  @Test
  void noHostHeaderAndTwoOfThemAreRefused() {
    assertEquals("host-not-allowed", rule("GET", List.of(), List.of(), null, null, null));
    assertEquals(
        "host-not-allowed",
        rule("GET", List.of("127.0.0.1", "127.0.0.1"), List.of(), null, null, null));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        // method, host, origin, site, mode, dest, allowed
        "GET,  127.0.0.1:4560, -, same-origin, cors, empty, true",
        "POST, 127.0.0.1:4560, http://127.0.0.1:4560, same-origin, cors, empty, true",
        "POST, localhost:9999, http://localhost:9999, same-origin, cors, empty, true",
        "POST, 127.0.0.1:4560, -, -, -, -, true",
        "POST, 127.0.0.1:4560, http://127.0.0.1:4560, -, -, -, true",
        "POST, 127.0.0.1:4560, http://127.0.0.1:5000, same-site, no-cors, empty, false",
        "POST, 127.0.0.1:4560, http://evil.test, cross-site, no-cors, empty, false",
        "GET,  127.0.0.1:4560, -, cross-site, no-cors, image, false",
        "GET,  127.0.0.1:4560, -, cross-site, no-cors, script, false",
        "GET,  127.0.0.1:4560, http://evil.test, cross-site, cors, empty, false",
        "GET,  127.0.0.1:4560, http://evil.test, -, websocket, websocket, false",
        "POST, 127.0.0.1:4560, null, cross-site, navigate, iframe, false",
        "POST, 127.0.0.1:4560, null, -, -, -, false",
        "GET,  127.0.0.1:4560, -, cross-site, navigate, document, true",
        "GET,  127.0.0.1:4560, -, cross-site, navigate, iframe, false",
        "POST, 127.0.0.1:4560, http://evil.test, cross-site, navigate, document, false",
        "POST, 127.0.0.1:4560, -, cross-site, navigate, document, false",
        "GET,  127.0.0.1:4560, -, none, navigate, document, true",
        "POST, 127.0.0.1:4560, -, none, navigate, document, false",
        "DELETE, 127.0.0.1:4560, -, same-site, cors, empty, false",
        "GET,  127.0.0.1:4560, -, same-site, no-cors, image, false",
        "POST, 127.0.0.1:4560, https://127.0.0.1:4560, -, -, -, false",
      })
  void theHeadersOfBrowsersDecide(
      String method,
      String host,
      String origin,
      String site,
      String mode,
      String dest,
      boolean ok) {
    assertEquals(ok, ask(method.strip(), host, origin, site, mode, dest));
  }

  @Test
  void twoOriginsAreRefused() {
    assertEquals(
        "origin-not-allowed",
        rule(
            "GET",
            List.of("127.0.0.1"),
            List.of("http://127.0.0.1", "http://x"),
            null,
            null,
            null));
  }

  private static boolean ask(
      String method, String host, String origin, String site, String mode, String dest) {
    return rule(
            method, List.of(host), origin == null ? List.of() : List.of(origin), site, mode, dest)
        .isEmpty();
  }

  private static String rule(
      String method,
      List<String> hosts,
      List<String> origins,
      String site,
      String mode,
      String dest) {
    return RequestPolicy.refuse(method, hosts, origins, site, mode, dest)
        .map(RequestPolicy.Refusal::rule)
        .orElse("");
  }
}
