package innkeeper.redaction.command;

import innkeeper.redaction.pattern.LineText;
import innkeeper.redaction.text.Bytes;
import innkeeper.redaction.text.Quoted;
import innkeeper.redaction.text.Quotes;
import java.util.Arrays;
import java.util.List;

/** The arguments of a command, by number; each is read when it is asked for, and read once. */
final class Arguments {
  private final LineText line;
  private final WordSplitter words;
  private int[] bounds = new int[2 * 16];
  private int size;
  private boolean ended;
  private int command;
  private int asked;

  Arguments(LineText line, Quotes quotes) {
    this.line = line;
    words = new WordSplitter(line, quotes);
  }

  /** To be told of each new line. */
  void forget() {
    command = -1;
    words.forget();
  }

  /** Moves to another command; see {@link WordSplitter#start}. */
  void of(int begin, int after, int place) {
    if (command != begin || asked != place) {
      command = begin;
      asked = place;
      size = 0;
      ended = false;
      words.start(begin, after, place);
    }
  }

  boolean has(int i) {
    while (size <= i && !ended) {
      ended = !words.next();
      if (!ended) {
        add(words.from, words.to);
      }
    }
    return i < size;
  }

  private void add(int from, int to) {
    if (2 * size == bounds.length) {
      bounds = Arrays.copyOf(bounds, 4 * size);
    }
    bounds[2 * size] = from;
    bounds[2 * size + 1] = to;
    size++;
  }

  int from(int i) {
    return bounds[2 * i];
  }

  int to(int i) {
    return bounds[2 * i + 1];
  }

  int length(int i) {
    return to(i) - from(i);
  }

  boolean is(int i, String text) {
    return length(i) == text.length() && startsWith(i, text);
  }

  boolean isAny(int i, List<String> texts) {
    for (int n = 0; n < texts.size(); n++) {
      if (is(i, texts.get(n))) {
        return true;
      }
    }
    return false;
  }

  boolean startsWith(int i, String text) {
    return Bytes.at(line.b, from(i), to(i), text);
  }

  /** Whether the argument has so many bytes more than the text it begins with. */
  boolean goesOn(int i, String text) {
    return length(i) > text.length() && startsWith(i, text);
  }

  boolean flag(int i) {
    return length(i) > 0 && line.b[from(i)] == '-';
  }

  /** Whether a quote begins here, escaped or not. */
  boolean quoteAt(int place) {
    return Quoted.open(line.b, place, line.to) >= 0;
  }
}
