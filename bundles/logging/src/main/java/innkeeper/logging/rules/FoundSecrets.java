package innkeeper.logging.rules;

import innkeeper.api.log.Redactor.Found;
import innkeeper.redaction.Finding;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Converts the places of the engine's findings to lines and characters of a text. */
public final class FoundSecrets {
  private FoundSecrets() {}

  public static List<Found> in(String text, List<Finding> findings) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    List<Found> found = new ArrayList<>();
    int line = 1;
    int lineFrom = 0;
    int at = 0;
    for (Finding finding : findings) {
      for (; at < finding.from(); at++) {
        if (bytes[at] == '\n') {
          line++;
          lineFrom = at + 1;
        }
      }
      int from = characters(bytes, lineFrom, finding.from());
      found.add(
          new Found(
              finding.rule(),
              line,
              from + 1,
              from + characters(bytes, finding.from(), finding.to())));
    }
    return found;
  }

  private static int characters(byte[] bytes, int from, int to) {
    String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
    return text.codePointCount(0, text.length());
  }
}
