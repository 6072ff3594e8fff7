package innkeeper.redaction.pattern;

import innkeeper.redaction.text.ByteSet;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes a pattern's parts in Java. The statements for a part move a variable over what the part
 * takes, or end in a statement for the case that it does not match; the variable then counts for
 * nothing.
 */
final class MatcherWriter {
  /** A choice of more parts looks its next byte up; of fewer it asks each. */
  private static final int FEW = 4;

  /** Larger parts have a method of their own, as a JIT compiler likes its methods. */
  private static final int LARGE = 10;

  private static final String BEGIN = "byte[] b = in.b;\nint i = at;\n";
  private static final String MISSED = "return NONE;";
  private static final String END = "return i;\n";

  private final MatcherClass out;

  /** The methods of parts, in this class or one written before. */
  private final Map<Node, String> methods;

  /** How many names the method at work has. */
  private int names;

  MatcherWriter(MatcherClass out, Map<Node, String> methods) {
    this.out = out;
    this.methods = methods;
  }

  /** Writes the pattern. */
  void write(Pattern pattern) {
    Node node = pattern.node();
    String lines = methods.containsKey(node) ? part(node, "i", MISSED) : inner(node, "i", MISSED);
    out.pattern(BEGIN + lines + END, node.first, node.ofToken);
  }

  /** The method that matches the part. */
  private String method(Node node) {
    String known = methods.get(node);
    if (known == null) {
      known = newMethod(List.of(node), false);
      methods.put(node, known);
    }
    return known;
  }

  /** A method that matches the first of the parts. */
  private String newMethod(List<Node> parts, boolean choice) {
    int before = names;
    names = 0;
    String lines =
        choice ? first(parts, part -> "true", "i", MISSED) : inner(parts.get(0), "i", MISSED);
    names = before;
    return out.method(BEGIN + lines + END);
  }

  private String fresh(String name) {
    return name + names++;
  }

  /** The statements for a part of another one. */
  private String part(Node node, String at, String missed) {
    return size(node) > LARGE || methods.containsKey(node)
        ? "%1$s = %2$s(in, %1$s);\nif (%1$s < 0) {\n%3$s\n}\n".formatted(at, method(node), missed)
        : inner(node, at, missed);
  }

  private static int size(Node node) {
    int own = node.kind == NodeKind.LITERAL ? 1 + node.text.length / 4 : 1;
    return own + Stream.of(node.parts).mapToInt(MatcherWriter::size).sum();
  }

  private String inner(Node node, String at, String missed) {
    return switch (node.kind) {
      case LITERAL -> Statements.literal(node, at, missed);
      case LITERAL_BEFORE -> Statements.literalBefore(node, at, missed);
      case RUN -> node.most == 1 ? Statements.single(node, at, missed) : run(node, at, missed);
      case LONG_RUN -> longRun(node, at, missed);
      case RUN_BEFORE -> runBefore(node, at, missed);
      case SEQUENCE ->
          Stream.of(node.parts).map(p -> part(p, at, missed)).collect(Collectors.joining());
      case CHOICE, CHOICE_BEFORE ->
          node.parts.length > FEW ? lookup(node, at, missed) : choice(node, at, missed);
      case REPEAT -> repeat(node, at, missed);
      case LONG_REPEAT -> longRepeat(node, at, missed);
      case LOOK -> look(node, at, "!", missed);
      case LOOK_NOT -> look(node, at, "", missed);
      case START -> Statements.unless(at + " == in.from", missed);
      case END -> "in.looked(" + at + ");\n" + Statements.unless(at + " == in.to", missed);
      case HIDDEN -> hidden(node, at, "%1$s", missed);
      case HIDDEN_WORD -> hidden(node, at, "Bytes.trimmed(b, %2$s, %1$s)", missed);
      case TESTED, TESTED_BEFORE -> tested(node, at, missed);
      case SEEK -> seek(node, at, missed);
      case NEAR -> near(node, at, missed);
      case QUOTE_OPEN ->
          at + " = in.openQuote(" + at + ");\n" + Statements.unless(at + " >= 0", missed);
      case QUOTE_TEXT -> at + " = in.quotedEnd(" + at + ");\n";
      case QUOTE_CLOSE ->
          "%1$s = Math.min(in.to, Bytes.runOf(b, %1$s, in.to, '\\\\') + 1);\n".formatted(at);
      case COUNTED -> throw new IllegalArgumentException("not a built-in pattern");
    };
  }

  private String run(Node node, String at, String missed) {
    String from = fresh("from");
    return """
        int %2$s = %1$s;
        int %3$s = Math.min(in.to - %1$s, %4$d) + %1$s;
        while (%1$s < %3$s && (%5$s)) {
          %1$s++;
        }
        if (%1$s - %2$s < %4$d) {
          in.looked(%1$s);
        }
        """
            .formatted(at, from, fresh("to"), node.most, Statements.next(node, at))
        + Statements.unless(Statements.enough(node, from, at), missed);
  }

  private String longRun(Node node, String at, String missed) {
    String field = out.field(node.set);
    String end = fresh("end");
    return """
        int %2$s = %1$s < in.to && !(%3$s) ? %1$s : in.runEnd(%4$s_NUMBER, %4$s, %1$s);
        """
            .formatted(at, end, Statements.next(node, at), field)
        + Statements.reached(at, end, Statements.enough(node, at, end), missed);
  }

  private String runBefore(Node node, String at, String missed) {
    String from = fresh("from");
    return """
        int %2$s = %1$s;
        int %3$s = %1$s - Math.min(%1$s - in.from, %4$d);
        while (%1$s > %3$s && (%5$s)) {
          %1$s--;
        }
        """
            .formatted(at, from, fresh("to"), node.most, ByteTest.of(node.set, "b[" + at + " - 1]"))
        + Statements.unless(Statements.enough(node, at, from), missed);
  }

  private String choice(Node node, String at, String missed) {
    boolean after = node.kind == NodeKind.CHOICE;
    String last = after ? at + " >= in.to || " : at + " <= in.from || ";
    String next = after ? "b[" + at + "]" : "b[" + at + " - 1]";
    return first(
        List.of(node.parts),
        part ->
            part.parts.length == 0 || part.first.equals(ByteSet.ANY)
                ? "true"
                : last + ByteTest.of(part.first, next),
        at,
        missed);
  }

  /** The first of the parts that matches. */
  private String first(
      List<Node> parts, Function<Node, String> condition, String at, String missed) {
    boolean hides = parts.stream().anyMatch(MatcherWriter::hides);
    String choice = fresh("choice");
    String state = fresh("state");
    StringBuilder lines = new StringBuilder(choice + ": {\n");
    lines.append(hides ? "long " + state + " = in.state();\n" : "");
    for (Node part : parts) {
      String name = fresh("part");
      String end = fresh("end");
      lines.append(name).append(": if (").append(condition.apply(part)).append(") {\n");
      lines.append("int %s = %s;\n".formatted(end, at));
      lines.append(part(part, end, "break " + name + ";"));
      lines.append("%s = %s;\n".formatted(at, end));
      lines.append("if (true) {\nbreak ").append(choice).append(";\n}\n}\n");
      lines.append(hides ? "in.back(" + state + ");\n" : "");
    }
    return lines.append(missed).append("\n}\n").toString();
  }

  /** A choice by the next byte. */
  private String lookup(Node node, String at, String missed) {
    boolean after = node.kind == NodeKind.CHOICE;
    Map<List<Node>, String> groups = new LinkedHashMap<>();
    Map<String, StringBuilder> labels = new LinkedHashMap<>();
    for (int c = -128; c < 128; c++) {
      List<Node> fitting = List.of(node.fitting((byte) c));
      String group = groups.computeIfAbsent(fitting, parts -> group(parts, at));
      labels
          .computeIfAbsent(group, g -> new StringBuilder())
          .append("case ")
          .append(c)
          .append(": ");
    }
    StringBuilder lines = new StringBuilder();
    lines.append("if (").append(at).append(after ? " < in.to" : " > in.from").append(") {\n");
    lines.append("switch (b[").append(at).append(after ? "" : " - 1").append("]) {\n");
    labels.forEach((group, all) -> lines.append(all).append(group).append("break;\n"));
    lines.append("default:\n}\n} else {\n").append(group(List.of(node.parts), at)).append("}\n");
    return lines + Statements.unless(at + " >= 0", missed);
  }

  /** Moves to the end of the first of the parts that matches. */
  private String group(List<Node> parts, String at) {
    if (parts.isEmpty()) {
      return at + " = NONE;\n";
    }
    boolean one = parts.size() == 1 && !hides(parts.get(0));
    String method = one ? method(parts.get(0)) : newMethod(parts, true);
    return "%1$s = %2$s(in, %1$s);\n".formatted(at, method);
  }

  private String repeat(Node node, String at, String missed) {
    String count = fresh("n");
    String loop = fresh("loop");
    String end = fresh("end");
    String state = fresh("state");
    boolean hides = hides(node);
    String stop = (hides ? "in.back(" + state + ");\n" : "") + "break " + loop + ";";
    return """
        int %1$s = 0;
        %2$s: while (%1$s < %3$d) {
          %4$s
          int %5$s = %6$s;
          %7$s
          if (%5$s == %6$s) {
            %8$s
          }
          %6$s = %5$s;
          %1$s++;
        }
        """
            .formatted(
                count,
                loop,
                node.most,
                hides ? "long " + state + " = in.state();" : "",
                end,
                at,
                part(node.parts[0], end, stop),
                stop)
        + (node.least > 0 ? Statements.unless(count + " >= " + node.least, missed) : "");
  }

  private String longRepeat(Node node, String at, String missed) {
    String end = fresh("end");
    String goesOn = "(%s || %s(in, %s) >= 0)";
    return place(node, at, end, goesOn)
        + Statements.reached(at, end, Statements.enough(node, at, end), missed);
  }

  /** Looks for a place that has no bound, and remembers it. */
  private String place(Node node, String at, String end, String goesOn) {
    String i = fresh("place");
    String part = method(node.parts[0]);
    return """
        int %1$s = in.known(%2$s, %3$s);
        if (%1$s < 0) {
          int %4$s = %3$s;
          while (%4$s < in.to && %5$s) {
            %4$s++;
          }
          %1$s = in.found(%2$s, %3$s, %4$s);
        }
        """
        .formatted(end, out.number(), at, i, goesOn.formatted(Statements.next(node, i), part, i));
  }

  private String look(Node node, String at, String not, String missed) {
    String state = fresh("state");
    String found = fresh("found");
    String end = fresh("end");
    String label = fresh("look");
    boolean hides = hides(node);
    return """
        %1$s
        boolean %2$s = false;
        %3$s: {
          int %4$s = %5$s;
          %6$s
          %2$s = true;
        }
        %7$s
        if (%8$s%2$s) {
          %9$s
        }
        """
        .formatted(
            hides ? "long " + state + " = in.state();" : "",
            found,
            label,
            end,
            at,
            part(node.parts[0], end, "break " + label + ";"),
            hides ? "in.back(" + state + ");" : "",
            not,
            missed);
  }

  private String hidden(Node node, String at, String last, String missed) {
    String from = fresh("from");
    return """
        in.hides(%1$s);
        int %2$s = %1$s;
        %3$s
        if (%1$s > %2$s) {
          in.hide(%2$s, %4$s, %1$s);
        }
        """
        .formatted(at, from, part(node.parts[0], at, missed), last.formatted(at, from));
  }

  private String tested(Node node, String at, String missed) {
    String from = fresh("from");
    boolean before = node.kind == NodeKind.TESTED_BEFORE;
    String all =
        Arrays.stream(node.tests)
            .map(test -> test(test.source(), before ? at : from, before ? from : at))
            .collect(Collectors.joining(" && "));
    return "int %s = %s;\n".formatted(from, at)
        + part(node.parts[0], at, missed)
        + Statements.unless(all, missed);
  }

  private String test(String source, String from, String to) {
    if (source.matches("at-(least|most)\\(\\d+\\)")) {
      String sign = source.startsWith("at-least") ? ">=" : "<=";
      String number = source.replaceAll("\\D", "");
      return "%s - %s %s %s".formatted(to, from, sign, number);
    }
    return out.test(source) + "().holds(in, " + from + ", " + to + ")";
  }

  private String seek(Node node, String at, String missed) {
    String end = fresh("end");
    String ahead = "!((%s) && %s(in, %s) >= 0)";
    if (node.number > 0) {
      return place(node, at, end, ahead) + Statements.reached(at, end, end + " < in.to", missed);
    }
    return """
        int %2$s = %1$s + Math.min(in.to - %1$s, %3$d);
        while (%1$s < %2$s && %4$s) {
          %1$s++;
        }
        in.looked(%1$s);
        """
            .formatted(
                at,
                end,
                node.most,
                ahead.formatted(Statements.next(node, at), method(node.parts[0]), at))
        + Statements.unless(at + " < " + end, missed);
  }

  private String near(Node node, String at, String missed) {
    String found = fresh("found");
    String i = fresh("i");
    return """
        boolean %1$s = false;
        for (int %2$s = Math.max(in.from, %3$s - %4$d); %2$s < %3$s && !%1$s; %2$s++) {
          int end = (%5$s) ? %6$s(in, %2$s) : NONE;
          %1$s = end >= 0 && end <= %3$s;
        }
        """
            .formatted(found, i, at, node.most, Statements.next(node, i), method(node.parts[0]))
        + Statements.unless(found, missed);
  }

  /** Whether a match of the part may hide something. */
  private static boolean hides(Node node) {
    return node.kind == NodeKind.HIDDEN
        || node.kind == NodeKind.HIDDEN_WORD
        || Arrays.stream(node.parts).anyMatch(MatcherWriter::hides);
  }
}
