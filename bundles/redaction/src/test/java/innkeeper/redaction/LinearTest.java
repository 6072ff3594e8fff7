package innkeeper.redaction;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Were any of these quadratic, a piece of 1 MiB would take minutes. */
class LinearTest {
  private final Engine engine = new Engine();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "eyJ",
        "-eyJ-",
        "-sk-",
        "secret=[",
        "cookie=[",
        "password=${",
        "auth=",
        "auth: ",
        "Authorization: ",
        "\"password\">",
        "\"password=\\",
        "<password>",
        "mysql -p ",
        "curl -u ",
        "?code=aaaaaa&",
        "%3a%2f%2f",
        "://",
        "session=",
        "digest a=",
        "-----BEGIN PRIVATE KEY-----",
        "\\",
        "\"",
        "'",
        "[",
        "a.bcdefg.",
        "key=${",
        "<impala-shell",
        "evil-winrm,",
        "mysql\"",
        "mysql.",
        "snmpget\\\"",
        ".convertto-securestring.",
        "parolă=",
        "密码:",
        ":5432:/",
        "::server:",
        "community=",
        "aws4-hmac-",
        "aws4-hmac-=",
        "/with/key/",
        "/live2/.",
        "\"d\":\"kty",
        "://a:b/",
        "LS0tLS1CRUdJTi=",
        "\u001b[0mtoken="
      })
  void timeIsLinearInAnyLine(String unit) {
    String line = unit.repeat(1_000_000 / unit.length());
    assertTimeoutPreemptively(Duration.ofSeconds(30), () -> engine.redact(line));
  }
}
