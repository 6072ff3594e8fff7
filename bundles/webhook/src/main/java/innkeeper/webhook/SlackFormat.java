package innkeeper.webhook;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import innkeeper.api.alarm.Alarm;
import innkeeper.api.alarm.AlarmPhase;
import innkeeper.api.alarm.SendResult;
import innkeeper.api.alarm.Severity;
import innkeeper.common.time.ZonedText;
import innkeeper.webhook.HttpSender.Post;
import innkeeper.webhook.HttpSender.Reply;
import java.io.IOException;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;

/**
 * Slack's incoming webhooks and Block Kit (docs.slack.dev). {@code &}, {@code <} and {@code >} are
 * escaped, texts are verbatim and names are not linked, so the text of a log cannot mention users.
 * A header keeps within 150 characters, a section within 3,000.
 */
record SlackFormat(Target target, Clock clock) implements HttpChannel.Format {

  private static final ObjectMapper JSON = new ObjectMapper();

  @Override
  public Post post(Alarm alarm) throws IOException {
    ObjectNode message = JSON.createObjectNode();
    String title = alarm.subject().host() + ": " + alarm.message().title();
    message.put("text", text(title, 1000));
    message.put("link_names", false).put("parse", "none");
    message.put("unfurl_links", false).put("unfurl_media", false);
    ArrayNode blocks = message.putArray("blocks");
    blocks
        .addObject()
        .put("type", "header")
        .putObject("text")
        .put("type", "plain_text")
        .put("text", mark(alarm) + " " + text(title, 140))
        .put("emoji", false);
    section(blocks, text(alarm.message().text(), 2900));
    String lines = EscapedText.code(alarm.message().lines(), 2900, SlackFormat::escape);
    section(blocks, lines.isEmpty() ? "" : "```\n" + lines + "\n```");
    section(
        blocks,
        alarm.message().fix().isEmpty()
            ? ""
            : "`" + text(alarm.message().fix().replace('`', 'ˋ'), 1000) + "`");
    blocks.addObject().put("type", "context").putArray("elements").add(verbatim(footer(alarm)));
    return new Post(
        target.uri(),
        Map.of("Content-Type", "application/json; charset=utf-8"),
        Optional.of(JSON.writeValueAsBytes(message)));
  }

  /** Adds a section, except an empty one, which Slack refuses. */
  private static void section(ArrayNode blocks, String text) {
    if (!text.isEmpty()) {
      blocks.addObject().put("type", "section").set("text", verbatim(text));
    }
  }

  private static ObjectNode verbatim(String text) {
    return JSON.createObjectNode().put("type", "mrkdwn").put("text", text).put("verbatim", true);
  }

  private static String text(String text, int longest) {
    return EscapedText.fit(text, longest, SlackFormat::escape);
  }

  private static String escape(int c) {
    return switch (c) {
      case '&' -> "&amp;";
      case '<' -> "&lt;";
      case '>' -> "&gt;";
      default -> Character.toString(c);
    };
  }

  private static String mark(Alarm alarm) {
    return switch (alarm.phase()) {
      case CLOSED -> "\u2705";
      case TEST -> "\u2139";
      default -> alarm.severity() == Severity.CRITICAL ? "\ud83d\udd34" : "\ud83d\udfe0";
    };
  }

  private static String footer(Alarm alarm) {
    String number = alarm.subject().incident().map(i -> "incident " + i.id() + ", ").orElse("");
    String severity = alarm.phase() == AlarmPhase.TEST ? "" : alarm.severity().word() + ", ";
    String link = alarm.message().page().map(page -> ", <" + page + "|page>").orElse("");
    String dropped = alarm.dropped() == 0 ? "" : ", " + alarm.dropped() + " not delivered before";
    return number + severity + ZonedText.of(alarm.at()) + dropped + link;
  }

  /**
   * Decides about an answer. Slack answers with a word, for example {@code invalid_payload} or
   * {@code no_service}.
   */
  @Override
  public SendResult judge(Reply reply) {
    String word = reply.body().strip();
    return Answers.judge(reply, target.host(), word.matches("[a-z_]{1,60}") ? word : "", clock);
  }
}
