package innkeeper.redaction.pattern;

import innkeeper.redaction.text.ByteSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes a pattern's parts as numbers. */
final class ProgramWriter {
  private int[] code = new int[32];
  private int size;

  /** A bit for each byte of each set, four longs a set. */
  private long[] bits = {};

  private final List<ByteSet> sets = new ArrayList<>();
  private final Map<ByteSet, Integer> places = new HashMap<>();
  private final List<ValueTest> tests = new ArrayList<>();

  private ProgramWriter() {}

  static Program write(Node node) {
    ProgramWriter writer = new ProgramWriter();
    writer.part(node);
    writer.add(Program.RETURN);
    return new Program(
        node.first(),
        Arrays.copyOf(writer.code, writer.size),
        writer.bits,
        writer.sets.toArray(new ByteSet[0]),
        writer.tests.toArray(new ValueTest[0]));
  }

  private void add(int... numbers) {
    for (int number : numbers) {
      if (size == code.length) {
        code = Arrays.copyOf(code, 2 * size);
      }
      code[size++] = number;
    }
  }

  /** Where the set's bits begin. */
  private int set(ByteSet set) {
    return places.computeIfAbsent(
        set,
        s -> {
          int place = bits.length;
          bits = Arrays.copyOf(bits, place + 4);
          for (int quarter = 0; quarter < 4; quarter++) {
            bits[place + quarter] = s.bits(quarter);
          }
          sets.add(s);
          return place;
        });
  }

  /** What a part has within; before it stands where the next part begins. */
  private void body(Node part) {
    int end = size;
    add(0);
    part(part);
    add(Program.RETURN);
    code[end] = size;
  }

  private void part(Node node) {
    switch (node.kind) {
      case LITERAL -> literal(Program.LITERAL, node);
      case LITERAL_BEFORE -> literal(Program.LITERAL_BEFORE, node);
      case RUN -> {
        if (node.single()) {
          add(Program.SINGLE, set(node.set));
        } else {
          add(Program.RUN, set(node.set), node.least, node.most);
        }
      }
      case LONG_RUN -> add(Program.LONG_RUN, set(node.set), node.least, node.number);
      case RUN_BEFORE -> add(Program.RUN_BEFORE, set(node.set), node.least, node.most);
      case SEQUENCE -> {
        for (Node part : node.parts) {
          part(part);
        }
      }
      case CHOICE -> choice(Program.CHOICE, node);
      case CHOICE_BEFORE -> choice(Program.CHOICE_BEFORE, node);
      case REPEAT -> {
        add(Program.REPEAT, node.least, node.most);
        body(node.parts[0]);
      }
      case LONG_REPEAT -> {
        add(Program.LONG_REPEAT, node.least, node.number, set(node.set));
        body(node.parts[0]);
      }
      case LOOK -> within(Program.LOOK, node);
      case LOOK_NOT -> within(Program.LOOK_NOT, node);
      case START -> add(Program.START);
      case END -> add(Program.END);
      case HIDDEN -> within(Program.HIDDEN, node);
      case HIDDEN_WORD -> within(Program.HIDDEN_WORD, node);
      case TESTED, TESTED_BEFORE -> {
        add(Program.TESTED, tests.size(), node.tests.length);
        for (ValueTest test : node.tests) {
          tests.add(test);
        }
        body(node.parts[0]);
      }
      case SEEK -> {
        add(Program.SEEK, node.most, node.number, set(node.set));
        body(node.parts[0]);
      }
      case NEAR -> {
        add(Program.NEAR, node.most, set(node.set));
        body(node.parts[0]);
      }
      case COUNTED -> {
        add(Program.COUNTED, node.parts[0].kind.ordinal(), node.parts[0].least, node.parts[0].most);
        body(node.parts[0]);
      }
      case QUOTE_OPEN -> add(Program.QUOTE_OPEN);
      case QUOTE_TEXT -> add(Program.QUOTE_TEXT);
      case QUOTE_CLOSE -> add(Program.QUOTE_CLOSE);
    }
  }

  private void literal(int kind, Node node) {
    add(kind, node.text.length);
    for (int i = 0; i < node.text.length; i++) {
      add(node.text[i] & 0xff | (node.other[i] & 0xff) << 8);
    }
  }

  private void choice(int kind, Node node) {
    add(kind);
    int end = size;
    add(0, node.parts.length);
    for (Node part : node.parts) {
      add(part.first().equals(ByteSet.ANY) ? Program.ANY : set(part.first()));
      body(part);
    }
    code[end] = size;
  }

  private void within(int kind, Node node) {
    add(kind);
    body(node.parts[0]);
  }
}
