package innkeeper.smtp;

import innkeeper.api.alarm.Alarm;
import innkeeper.api.alarm.AlarmPhase;
import innkeeper.api.alarm.Severity;
import innkeeper.common.time.ZonedText;
import jakarta.mail.Message.RecipientType;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.nio.charset.StandardCharsets;
import java.util.Date;

/**
 * An alarm as a mail (RFC 5322): plain text in UTF-8, with a subject that is encoded if it is not
 * ASCII. The alarm's texts occur only in the subject and in the body, and without control
 * characters, so they cannot add a header.
 */
final class AlarmMail extends MimeMessage {

  private static final int LONGEST_SUBJECT = 200;

  private final String id;

  AlarmMail(Session session, MailAccount account, Alarm alarm) throws MessagingException {
    super(session);
    id = "<" + alarm.id().replaceAll("[^A-Za-z0-9-]", "") + "@innkeeper>";
    setFrom(account.from().get(0));
    setRecipients(RecipientType.TO, account.to().toArray(InternetAddress[]::new));
    String subject =
        Alarm.cut(alarm.subject().host() + ": " + alarm.message().title(), LONGEST_SUBJECT);
    setSubject(subject.replaceAll("\\p{Cntrl}", " "), StandardCharsets.UTF_8.name());
    setSentDate(Date.from(alarm.at()));
    setHeader("Auto-Submitted", "auto-generated");
    if (alarm.severity() == Severity.CRITICAL && alarm.phase() != AlarmPhase.CLOSED) {
      setHeader("Importance", "high");
    }
    // The beginning, the reminders and the end of an incident form one thread.
    if (alarm.subject().incident().isPresent()) {
      long from = alarm.subject().incident().get().from().toEpochMilli();
      setHeader(
          "References",
          "<incident-" + alarm.subject().incident().get().id() + "-" + from + "@innkeeper>");
    }
    setText(body(alarm), StandardCharsets.UTF_8.name());
    saveChanges();
  }

  /** Sets an id that is the same in all attempts, so that a mailbox can recognize a second copy. */
  @Override
  protected void updateMessageID() throws MessagingException {
    setHeader("Message-ID", id);
  }

  private static String body(Alarm alarm) {
    StringBuilder text = new StringBuilder(alarm.message().text()).append("\r\n");
    if (!alarm.message().fix().isEmpty()) {
      text.append("\r\nTo do: ").append(alarm.message().fix()).append("\r\n");
    }
    alarm.message().page().ifPresent(page -> text.append("\r\nPage: ").append(page).append("\r\n"));
    if (!alarm.message().lines().isEmpty()) {
      text.append("\r\nLines of its log:\r\n");
      alarm.message().lines().forEach(line -> text.append("  ").append(line).append("\r\n"));
    }
    if (alarm.dropped() > 0) {
      text.append("\r\n").append(alarm.dropped()).append(" alarms were not delivered before.\r\n");
    }
    text.append("\r\n-- \r\nhost ")
        .append(alarm.subject().host())
        .append(", ")
        .append(ZonedText.of(alarm.at()));
    alarm
        .subject()
        .incident()
        .ifPresent(incident -> text.append(", incident ").append(incident.id()));
    return text.append("\r\n").toString();
  }
}
