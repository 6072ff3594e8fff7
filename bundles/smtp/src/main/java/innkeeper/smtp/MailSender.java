package innkeeper.smtp;

import innkeeper.api.alarm.Alarm;
import innkeeper.api.alarm.SendResult;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.URLName;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSocketFactory;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.eclipse.angus.mail.smtp.SMTPSenderFailedException;
import org.eclipse.angus.mail.smtp.SMTPTransport;

/**
 * Sends one mail over one connection (RFC 5321, 3207, 4954). The server's certificate must be valid
 * for its name. A mail is sent again after a code of 4xx or without an answer, but not after 5xx.
 */
final class MailSender {

  private static final Pattern CODE = Pattern.compile("^\\s*([45][0-9]{2})[ -]");
  private static final int LONGEST_ANSWER = 200;

  private final MailAccount account;
  private final Properties properties;

  /**
   * @param trusted creates sockets for TLS; empty for the JDK's own
   */
  MailSender(MailAccount account, Duration timeout, Optional<SSLSocketFactory> trusted) {
    this.account = account;
    boolean auth = !account.user().isEmpty();
    properties = new Properties();
    set("host", account.host());
    set("port", account.port());
    set("auth", auth);
    set("starttls.enable", account.security().equals("starttls"));
    set("starttls.required", account.security().equals("starttls"));
    set("ssl.enable", account.security().equals("tls"));
    set("ssl.checkserveridentity", true);
    set("connectiontimeout", timeout.toMillis());
    set("timeout", timeout.toMillis());
    set("writetimeout", timeout.toMillis());
    // Without this property, the mail library looks up the machine's name.
    set("localhost", "localhost");
    trusted.ifPresent(factory -> properties.put("mail.smtp.ssl.socketFactory", factory));
  }

  private void set(String name, Object value) {
    properties.put("mail.smtp." + name, String.valueOf(value));
  }

  SendResult send(Alarm alarm) {
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    // Jakarta Mail finds its own parts through this class loader.
    Thread.currentThread().setContextClassLoader(MailSender.class.getClassLoader());
    try {
      return deliver(alarm);
    } finally {
      Thread.currentThread().setContextClassLoader(before);
    }
  }

  private SendResult deliver(Alarm alarm) {
    Session session = Session.getInstance(properties);
    URLName server = new URLName("smtp", account.host(), account.port(), null, null, null);
    try (SMTPTransport transport = new SMTPTransport(session, server)) {
      AlarmMail mail = new AlarmMail(session, account, alarm);
      if (account.user().isEmpty()) {
        transport.connect();
      } else {
        transport.connect(account.host(), account.port(), account.user(), account.password());
      }
      transport.sendMessage(mail, mail.getAllRecipients());
      return SendResult.delivered();
    } catch (MessagingException e) {
      return failure(e);
    }
  }

  private SendResult failure(MessagingException e) {
    OptionalInt code = code(e);
    Throwable last = e;
    while (last instanceof MessagingException next && next.getNextException() != null) {
      last = next.getNextException();
    }
    String said = String.valueOf(last.getMessage()).strip().replaceAll("\\s+", " ");
    String error = account.host() + ": " + Alarm.cut(said, LONGEST_ANSWER);
    return code.isPresent() && code.getAsInt() >= 500
        ? SendResult.refused(error)
        : SendResult.later(error);
  }

  /** Returns the code of the server's answer; a temporary failure of any recipient has priority. */
  private static OptionalInt code(MessagingException failed) {
    OptionalInt found = OptionalInt.empty();
    Exception next = failed;
    while (next instanceof MessagingException e) {
      OptionalInt code = answer(e);
      if (code.isPresent() && (found.isEmpty() || code.getAsInt() < found.getAsInt())) {
        found = code;
      }
      next = e.getNextException();
    }
    return found;
  }

  private static OptionalInt answer(MessagingException e) {
    if (e instanceof SMTPAddressFailedException address) {
      return OptionalInt.of(address.getReturnCode());
    }
    if (e instanceof SMTPSenderFailedException sender) {
      return OptionalInt.of(sender.getReturnCode());
    }
    if (e instanceof SMTPSendFailedException send) {
      return OptionalInt.of(send.getReturnCode());
    }
    Matcher code = CODE.matcher(String.valueOf(e.getMessage()));
    boolean told = e instanceof AuthenticationFailedException && code.find();
    return told ? OptionalInt.of(Integer.parseInt(code.group(1))) : OptionalInt.empty();
  }
}
