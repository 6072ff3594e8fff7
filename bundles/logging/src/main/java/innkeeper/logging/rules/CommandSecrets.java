package innkeeper.logging.rules;

import innkeeper.api.project.Definitions;
import innkeeper.redaction.Engine;
import innkeeper.redaction.Finding;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The secrets that the rules find in a command. The rules check the words as one line of a shell,
 * because one word may determine the meaning of the next. They also check each word alone.
 */
public final class CommandSecrets {

  private final List<byte[]> words = new ArrayList<>();

  /** The secret bytes of each word. */
  private final List<BitSet> secret = new ArrayList<>();

  public CommandSecrets(Engine engine, List<String> command) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    List<Integer> starts = new ArrayList<>();
    for (String word : command) {
      byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
      words.add(bytes);
      secret.add(new BitSet());
      boolean bare =
          word.chars().noneMatch(c -> Character.isWhitespace(c) || "\"';&|<>".indexOf(c) >= 0);
      String quote = bare ? "" : word.indexOf('\'') < 0 ? "'" : "\"";
      line.writeBytes(quote.getBytes(StandardCharsets.UTF_8));
      starts.add(line.size());
      line.writeBytes(bytes);
      line.writeBytes((quote + " ").getBytes(StandardCharsets.UTF_8));
    }
    List<Finding> found = engine.find(line.toString(StandardCharsets.UTF_8).stripTrailing());
    for (int i = 0; i < words.size(); i++) {
      for (Finding finding : found) {
        mark(i, finding.from() - starts.get(i), finding.to() - starts.get(i));
      }
      for (Finding finding : engine.find(command.get(i))) {
        mark(i, finding.from(), finding.to());
      }
    }
  }

  private void mark(int word, int from, int to) {
    int first = Math.max(0, from);
    int end = Math.min(to, words.get(word).length);
    if (first < end) {
      secret.get(word).set(first, end);
    }
  }

  /** Returns the secrets by the number of their word; the program is number 0. */
  public Map<Integer, Set<String>> values() {
    Map<Integer, Set<String>> values = new LinkedHashMap<>();
    for (int i = 0; i < words.size(); i++) {
      BitSet bytes = secret.get(i);
      for (int from = bytes.nextSetBit(0); from >= 0; ) {
        int to = bytes.nextClearBit(from);
        values.computeIfAbsent(i, word -> new LinkedHashSet<>()).add(text(i, from, to));
        from = bytes.nextSetBit(to);
      }
    }
    return values;
  }

  /** Returns the words with a mark in the place of each secret. */
  public List<String> masked() {
    List<String> masked = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      StringBuilder word = new StringBuilder();
      BitSet bytes = secret.get(i);
      int done = 0;
      for (int from = bytes.nextSetBit(0); from >= 0; from = bytes.nextSetBit(done)) {
        word.append(text(i, done, from)).append(Definitions.MASK);
        done = bytes.nextClearBit(from);
      }
      masked.add(word.append(text(i, done, words.get(i).length)).toString());
    }
    return masked;
  }

  private String text(int word, int from, int to) {
    return new String(words.get(word), from, to - from, StandardCharsets.UTF_8);
  }
}
