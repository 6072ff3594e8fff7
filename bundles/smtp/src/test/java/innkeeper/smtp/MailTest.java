package innkeeper.smtp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.alarm.Alarm;
import innkeeper.api.alarm.AlarmPhase;
import innkeeper.api.alarm.SendResult;
import innkeeper.api.alarm.SendResult.Outcome;
import innkeeper.api.alarm.Severity;
import innkeeper.api.log.CleanText;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What goes over the wire, as RFC 5321 and RFC 5322 want it. */
@Timeout(60)
class MailTest {

  @TempDir private static Path dir;

  private static SSLContext own;
  private static SSLContext other;

  @BeforeAll
  static void certificates() throws Exception {
    own = context("own", "localhost");
    other = context("other", "elsewhere.example");
  }

  /** A key of this test's own, which it alone trusts. */
  private static SSLContext context(String name, String host) throws Exception {
    Path file = dir.resolve(name + ".p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                name,
                "-dname",
                "CN=" + host,
                "-ext",
                "san=dns:" + host,
                "-storetype",
                "PKCS12",
                "-storepass",
                "changeit",
                "-keystore",
                file.toString())
            .redirectErrorStream(true)
            .redirectOutput(dir.resolve(name + ".out").toFile())
            .start();
    assertTrue(keytool.waitFor(50, TimeUnit.SECONDS) && keytool.exitValue() == 0);
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, "changeit".toCharArray());
    }
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, "changeit".toCharArray());
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  @BeforeEach
  void engine() {
    System.getProperties().put(CleanText.FUNCTION, UnaryOperator.<String>identity());
  }

  private static MailAccount account(Object... pairs) {
    Map<String, Object> values =
        new HashMap<>(
            Map.of(
                "host", "localhost",
                "from", "Innkeeper <host@example.org>",
                "to", new String[] {"ann@example.org", "bob@example.org"}));
    for (int i = 0; i < pairs.length; i += 2) {
      values.put((String) pairs[i], pairs[i + 1]);
    }
    SmtpConfig config =
        (SmtpConfig)
            Proxy.newProxyInstance(
                SmtpConfig.class.getClassLoader(),
                new Class<?>[] {SmtpConfig.class},
                (p, method, args) ->
                    values.getOrDefault(method.getName(), method.getDefaultValue()));
    return MailAccount.of(config);
  }

  private static MailSender sender(MailServer server, Object... pairs) {
    Object[] all = java.util.Arrays.copyOf(pairs, pairs.length + 2);
    all[pairs.length] = "port";
    all[pairs.length + 1] = server.port();
    MailAccount account = account(all);
    assertEquals("", account.mistake());
    return new MailSender(account, Duration.ofSeconds(10), Optional.of(own.getSocketFactory()));
  }

  private static Alarm alarm(String title, String text, List<String> lines) {
    return new Alarm(
        "0f1e-2d",
        AlarmPhase.OPENED,
        Severity.CRITICAL,
        Instant.parse("2026-11-23T03:12:00Z"),
        new Alarm.Subject("box1", "web", Optional.empty()),
        new Alarm.Message(title, text, lines, "innkeeper why web", Optional.empty()),
        0);
  }

  /** Read as a mail program does; judged as a server does. */
  private static MimeMessage judged(List<String> lines) throws Exception {
    for (String line : lines) {
      assertTrue(line.length() <= 998, "a line has " + line.length() + " bytes");
      assertTrue(line.chars().allMatch(c -> c < 128 && c != '\r'), line);
    }
    byte[] bytes = String.join("\r\n", lines).getBytes(StandardCharsets.US_ASCII);
    return new MimeMessage(Session.getInstance(new Properties()), new ByteArrayInputStream(bytes));
  }

  @Test
  void startTlsComesBeforePasswordAndMail() throws Exception {
    try (MailServer server = new MailServer(own, false)) {
      SendResult result =
          sender(server, "user", "ann", "password", "pa55word")
              .send(alarm("web: crash loop", "It ended 4 times", List.of()));
      assertEquals(SendResult.delivered(), result);
      assertTrue(server.commands.indexOf("STARTTLS") < auth(server), server.commands.toString());
      assertTrue(
          server.commands.contains("MAIL FROM:<host@example.org>"), server.commands.toString());
      assertTrue(server.commands.contains("RCPT TO:<ann@example.org>"));
      assertTrue(server.commands.contains("RCPT TO:<bob@example.org>"));
      MimeMessage mail = judged(server.mails.get(0));
      assertEquals("box1: web: crash loop", mail.getSubject());
      assertEquals("<0f1e-2d@innkeeper>", mail.getMessageID());
      assertEquals("auto-generated", mail.getHeader("Auto-Submitted", null));
      assertEquals("high", mail.getHeader("Importance", null));
      assertTrue(String.valueOf(mail.getContent()).startsWith("It ended 4 times\r\n"));
    }
  }

  private static int auth(MailServer server) {
    for (int i = 0; i < server.commands.size(); i++) {
      if (server.commands.get(i).startsWith("AUTH ")) {
        return i;
      }
    }
    throw new AssertionError("no AUTH: " + server.commands);
  }

  @Test
  void implicitTlsWorks() throws Exception {
    try (MailServer server = new MailServer(own, true)) {
      assertEquals(
          SendResult.delivered(),
          sender(server, "security", "tls").send(alarm("t", "x", List.of())));
    }
  }

  @Test
  void aServerWithoutStartTlsGetsNeitherPasswordNorMail() throws Exception {
    try (MailServer server = new MailServer(null, false)) {
      SendResult result =
          sender(server, "user", "ann", "password", "pa55word").send(alarm("t", "x", List.of()));
      assertEquals(Outcome.LATER, result.outcome());
      assertTrue(result.error().contains("STARTTLS is required"), result.error());
      assertFalse(server.commands.toString().contains("AUTH"));
      assertEquals(0, server.mails.size());
    }
  }

  @Test
  void aCertificateForAnotherNameIsRefused() throws Exception {
    try (MailServer server = new MailServer(other, false)) {
      MailSender trusting =
          new MailSender(
              account("port", server.port()),
              Duration.ofSeconds(10),
              Optional.of(other.getSocketFactory()));
      SendResult result = trusting.send(alarm("t", "x", List.of()));
      assertEquals(Outcome.LATER, result.outcome());
      assertEquals(0, server.mails.size());
    }
  }

  @Test
  void textOfALogAddsNoHeaderAndNoCommand() throws Exception {
    try (MailServer server = new MailServer(own, false)) {
      String evil = "x\r\nBcc: eve@example.org\r\n\r\n.\r\nMAIL FROM:<eve@example.org>";
      sender(server).send(alarm(evil, evil, List.of(".", "..", evil, "From eve")));
      assertEquals(1, server.mails.size());
      assertFalse(server.commands.toString().contains("eve"), server.commands.toString());
      MimeMessage mail = judged(server.mails.get(0));
      assertEquals(null, mail.getHeader("Bcc"));
      assertEquals(2, mail.getAllRecipients().length);
      assertTrue(mail.getSubject().startsWith("box1: x Bcc: eve@example.org"));
      assertTrue(String.valueOf(mail.getContent()).contains("\r\n  .\r\n  ..\r\n"));
    }
  }

  @Test
  void subjectAndBodyArriveInUtf8WithLinesThatAreShortEnough() throws Exception {
    try (MailServer server = new MailServer(own, false)) {
      String long8bit = "größer 日本語 \ud83d\ude80 ".repeat(90);
      sender(server).send(alarm("wëb: ✗ \ud83d\ude80", long8bit, List.of("é".repeat(400))));
      MimeMessage mail = judged(server.mails.get(0));
      assertEquals("box1: wëb: ✗ \ud83d\ude80", mail.getSubject());
      String body = String.valueOf(mail.getContent());
      assertTrue(body.startsWith(long8bit.strip()), body);
      assertTrue(body.contains("é".repeat(400)));
    }
  }

  @Test
  void aTemporaryAnswerIsTriedLaterAndAPermanentOneNever() throws Exception {
    Map<String, Outcome> outcomes =
        Map.of(
            "RCPT TO:<bob|450 4.2.0 greylisted, come again", Outcome.LATER,
            "RCPT TO:<ann|550 5.1.1 no such user", Outcome.REFUSED,
            "MAIL FROM|451 4.7.1 too many", Outcome.LATER,
            "MAIL FROM:|553 5.7.1 not your address", Outcome.REFUSED,
            ".|452 4.3.1 no room", Outcome.LATER,
            ".|554 5.7.1 looks like spam", Outcome.REFUSED,
            "AUTH|535 5.7.8 wrong password", Outcome.REFUSED,
            "AUTH|454 4.7.0 try again", Outcome.LATER,
            "connect|421 4.3.2 closing", Outcome.LATER);
    for (Map.Entry<String, Outcome> one : outcomes.entrySet()) {
      try (MailServer server = new MailServer(own, false)) {
        int bar = one.getKey().indexOf('|');
        server.answers.put(one.getKey().substring(0, bar), one.getKey().substring(bar + 1));
        SendResult result =
            sender(server, "user", "ann", "password", "pa55word").send(alarm("t", "x", List.of()));
        assertEquals(one.getValue(), result.outcome(), one.getKey() + ": " + result);
        assertFalse(result.error().isEmpty());
        assertFalse(result.error().contains("pa55word"), result.error());
      }
    }
  }

  @Test
  void anUnreachableServerIsTriedLater() throws IOException {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      free = socket.getLocalPort();
    }
    MailSender sender =
        new MailSender(account("port", free), Duration.ofSeconds(5), Optional.empty());
    assertEquals(Outcome.LATER, sender.send(alarm("t", "x", List.of())).outcome());
  }

  @Test
  void mistakesAreReportedBeforeAnythingIsSent() {
    assertEquals("no host is set", account("host", "").mistake());
    assertTrue(account("security", "ssl").mistake().contains("allowed: starttls, tls, none"));
    assertTrue(account("to", new String[0]).mistake().contains("to is not set"));
    assertTrue(account("from", "a@b.example\r\nBcc: c@d.example").mistake().startsWith("from is"));
    assertTrue(account("severity", "loud").mistake().contains("allowed: warning, critical"));
    assertTrue(
        account("host", "mail.example", "security", "none", "user", "ann", "password", "pa55word")
            .mistake()
            .contains("in clear"));
    assertEquals("", account("security", "none").mistake());
  }
}
