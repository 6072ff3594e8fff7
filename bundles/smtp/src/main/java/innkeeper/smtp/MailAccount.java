package innkeeper.smtp;

import innkeeper.api.alarm.Severity;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * A mail server and the addresses, checked before anything is sent.
 *
 * @param security {@code starttls}, {@code tls} or {@code none}
 * @param mistake why nothing can be sent; "" if the settings are valid
 */
record MailAccount(
    String host,
    int port,
    String security,
    String user,
    String password,
    List<InternetAddress> from,
    List<InternetAddress> to,
    Severity least,
    String mistake) {

  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "::1", "[::1]");

  static MailAccount of(SmtpConfig config) {
    try {
      return checked(config);
    } catch (IllegalArgumentException e) {
      return new MailAccount(
          "", 0, "", "", "", List.of(), List.of(), Severity.WARNING, e.getMessage());
    }
  }

  private static MailAccount checked(SmtpConfig config) {
    String host = config.host().strip();
    if (!host.matches("[A-Za-z0-9.:\\[\\]-]{1,253}")) {
      throw new IllegalArgumentException(
          host.isEmpty()
              ? "no host is set"
              : "host is not the name of a server; allowed: mail.example");
    }
    int usual =
        switch (config.security()) {
          case "starttls" -> 587;
          case "tls" -> 465;
          case "none" -> 25;
          default ->
              throw new IllegalArgumentException(
                  "security is \"" + config.security() + "\"; allowed: starttls, tls, none");
        };
    if (config.port() < 0 || config.port() > 65_535) {
      throw new IllegalArgumentException("port is " + config.port() + "; allowed: 0 to 65535");
    }
    if (!config.user().isEmpty() && config.security().equals("none") && !LOOPBACK.contains(host)) {
      throw new IllegalArgumentException(
          "security is none, so the password would go over the network in clear; allowed with a"
              + " user: starttls, tls");
    }
    return new MailAccount(
        host,
        config.port() == 0 ? usual : config.port(),
        config.security(),
        config.user(),
        config.password(),
        List.of(address("from", config.from())),
        addresses(config.to()),
        Severity.parse(config.severity()),
        "");
  }

  private static List<InternetAddress> addresses(String[] to) {
    if (to.length == 0) {
      throw new IllegalArgumentException("to is not set; allowed: [\"you@mail.example\"]");
    }
    return Arrays.stream(to).map(one -> address("to", one)).toList();
  }

  private static InternetAddress address(String what, String text) {
    try {
      InternetAddress address = new InternetAddress(text.strip(), true);
      if (text.matches("(?s).*\\p{Cntrl}.*") || !address.getAddress().contains("@")) {
        throw new AddressException("no address");
      }
      return address;
    } catch (AddressException e) {
      throw new IllegalArgumentException(
          what + " is \"" + text.replaceAll("\\p{Cntrl}", "?") + "\"; allowed: you@mail.example",
          e);
    }
  }
}
