package innkeeper.redaction.pattern;

import innkeeper.redaction.text.ByteSet;
import innkeeper.redaction.text.Bytes;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes patterns in Java: a method for each part. */
final class MatcherWriter {
  /** A choice of more parts looks its next byte up; of fewer it asks each. */
  private static final int FEW = 4;

  private final MatcherClass out;

  /** The methods of parts, in this class or one written before. */
  private final Map<Node, String> methods;

  MatcherWriter(MatcherClass out, Map<Node, String> methods) {
    this.out = out;
    this.methods = methods;
  }

  /** Adds a pattern; returns what makes its matcher. */
  String add(Pattern pattern) {
    Node node = pattern.node();
    String next =
        pattern.backward() ? "at > in.from && !%s(in.b[at - 1])" : "at < in.to && !%s(in.b[at])";
    String match = method(node) + "(in, at)";
    boolean any = node.start.equals(ByteSet.ANY);
    String result = any ? match : next.formatted(out.set(node.start)) + " ? NONE : " + match;
    return out.entry(result, node.start, node.ofToken());
  }

  /** The method that matches the part. */
  private String method(Node node) {
    String known = methods.get(node);
    if (known == null) {
      // Many parts do the same.
      known = out.method(lines(node));
      methods.put(node, known);
    }
    return known;
  }

  private String lines(Node node) {
    return switch (node.kind) {
      case LITERAL -> literal(node);
      case LITERAL_BEFORE -> literalBefore(node);
      case RUN -> node.single() ? single(node) : run(node);
      case LONG_RUN -> longRun(node);
      case RUN_BEFORE -> runBefore(node);
      case SEQUENCE -> sequence(node);
      case CHOICE, CHOICE_BEFORE -> node.parts.length > FEW ? lookup(node) : choice(node);
      case REPEAT -> repeat(node);
      case LONG_REPEAT -> longRepeat(node);
      case LOOK -> look(node, "at", "NONE");
      case LOOK_NOT -> look(node, "NONE", "at");
      case START -> "    return at == in.from ? at : NONE;\n";
      case END -> "    in.looked(at);\n    return at == in.to ? at : NONE;\n";
      case HIDDEN -> hidden(node, "end");
      case HIDDEN_WORD -> hidden(node, "Bytes.trimmed(in.b, at, end)");
      case TESTED -> tested(node, "at", "end");
      case TESTED_BEFORE -> tested(node, "end", "at");
      case SEEK -> seek(node);
      case NEAR -> near(node);
      case QUOTE_OPEN -> "    return in.openQuote(at);\n";
      case QUOTE_TEXT -> "    return in.quotedEnd(at);\n";
      case QUOTE_CLOSE -> "    return Math.min(in.to, Bytes.runOf(in.b, at, in.to, '\\\\') + 1);\n";
      case COUNTED -> throw new IllegalArgumentException("not a built-in pattern");
    };
  }

  private static String literal(Node node) {
    int length = node.text.length;
    return """
            byte[] b = in.b;
            return at <= in.to - %d%s ? at + %d : in.missed(at, %s, %s);
        """
        .formatted(
            length,
            bytes(node, "at"),
            length,
            MatcherClass.text(node.text),
            MatcherClass.text(node.other));
  }

  private static String literalBefore(Node node) {
    return """
            byte[] b = in.b;
            int start = at - %d;
            return start >= in.from%s ? start : NONE;
        """
        .formatted(node.text.length, bytes(node, "start"));
  }

  /** Whether each byte is that of the text. */
  private static String bytes(Node node, String from) {
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < node.text.length; i++) {
      byte one = node.text[i];
      byte other = node.other[i];
      String here = "b[" + from + " + " + i + "]";
      all.append(" && ");
      if (one == other) {
        all.append(here).append(" == ").append(one);
      } else if (Bytes.is(one, Bytes.ALPHA) && (one ^ other) == 0x20) {
        all.append("(").append(here).append(" | 0x20) == ").append(one | 0x20);
      } else {
        all.append("(%s == %d || %s == %d)".formatted(here, one, here, other));
      }
    }
    return all.toString();
  }

  private String single(Node node) {
    return """
            if (at < in.to && %s(in.b[at])) {
              return at + 1;
            }
            in.looked(at);
            return NONE;
        """
        .formatted(out.set(node.set));
  }

  private String run(Node node) {
    return """
            byte[] b = in.b;
            int bound = Math.min(in.to - at, %d) + at;
            int i = at;
            while (i < bound && %s(b[i])) {
              i++;
            }
            if (i - at < %d) {
              in.looked(i);
            }
            return i - at >= %d ? i : NONE;
        """
        .formatted(node.most, out.set(node.set), node.most, node.least);
  }

  private String longRun(Node node) {
    String field = out.field(node.set);
    return """
            int end = at < in.to && !%s(in.b[at]) ? at : in.runEnd(%s_NUMBER, %s, at);
            in.looked(end);
            return end - at >= %d ? end : NONE;
        """
        .formatted(out.set(node.set), field, field, node.least);
  }

  private String runBefore(Node node) {
    return """
            byte[] b = in.b;
            int bound = at - Math.min(at - in.from, %d);
            int i = at;
            while (i > bound && %s(b[i - 1])) {
              i--;
            }
            return at - i >= %d ? i : NONE;
        """
        .formatted(node.most, out.set(node.set), node.least);
  }

  private String sequence(Node node) {
    StringBuilder lines = new StringBuilder("    int i = at;\n");
    for (Node part : node.parts) {
      lines.append(step(part));
    }
    return lines.append("    return i;\n").toString();
  }

  /** A part of a sequence; one byte costs less here than in a method of its own. */
  private String step(Node part) {
    if (part.kind == NodeKind.RUN && part.most == 1) {
      String taken =
          "    if (i < in.to && %s(in.b[i])) {\n      i++;\n    } else {\n      in.looked(i);\n";
      String missed = part.least == 1 ? "      return NONE;\n" : "";
      return taken.formatted(out.set(part.set)) + missed + "    }\n";
    }
    if (part.kind == NodeKind.LOOK_NOT && part.parts[0].single()) {
      String stands =
          "    if (i < in.to && %s(in.b[i])) {\n      return NONE;\n    }\n    in.looked(i);\n";
      return stands.formatted(out.set(part.parts[0].set));
    }
    return """
            i = %s(in, i);
            if (i < 0) {
              return NONE;
            }
        """
        .formatted(method(part));
  }

  private String choice(Node node) {
    String next =
        node.kind == NodeKind.CHOICE
            ? "(at >= in.to || %s(in.b[at])) && "
            : "(at <= in.from || %s(in.b[at - 1])) && ";
    return first(
        List.of(node.parts),
        part -> part.start.equals(ByteSet.ANY) ? "" : next.formatted(out.set(part.start)));
  }

  /** The first of the parts that matches. */
  private String first(List<Node> parts, Function<Node, String> condition) {
    boolean hides = parts.stream().anyMatch(MatcherWriter::hides);
    StringBuilder lines = new StringBuilder(hides ? "    long state = in.state();\n" : "");
    lines.append("    int end = NONE;\n");
    for (Node part : parts) {
      String match = "(end = " + method(part) + "(in, at)) >= 0";
      lines.append("    if (").append(condition.apply(part)).append(match);
      lines.append(") {\n      return end;\n    }\n");
      lines.append(hides ? "    in.back(state);\n" : "");
    }
    return lines.append("    return NONE;\n").toString();
  }

  /** A choice by the next byte. */
  private String lookup(Node node) {
    boolean after = node.kind == NodeKind.CHOICE;
    Map<List<Node>, String> groups = new LinkedHashMap<>();
    Map<String, StringBuilder> labels = new LinkedHashMap<>();
    for (int c = -128; c < 128; c++) {
      List<Node> fitting = List.of(node.fitting((byte) c));
      String group = groups.computeIfAbsent(fitting, this::group);
      labels
          .computeIfAbsent(group, g -> new StringBuilder())
          .append(" case ")
          .append(c)
          .append(":");
    }
    StringBuilder lines = new StringBuilder();
    lines.append(after ? "    if (at < in.to) {\n" : "    if (at > in.from) {\n");
    lines.append("      switch (in.b[").append(after ? "at" : "at - 1").append("]) {\n");
    labels.forEach(
        (group, all) ->
            lines.append("       ").append(all).append(" return ").append(group).append(";\n"));
    lines.append("        default: return NONE;\n      }\n    }\n");
    return lines + "    return " + group(List.of(node.parts)) + ";\n";
  }

  /** What matches the first of the parts. */
  private String group(List<Node> parts) {
    if (parts.isEmpty()) {
      return "NONE";
    }
    if (parts.size() == 1 && !hides(parts.get(0))) {
      return method(parts.get(0)) + "(in, at)";
    }
    String method = out.method(first(parts, part -> ""));
    return method + "(in, at)";
  }

  private String repeat(Node node) {
    boolean hides = hides(node);
    return """
            int i = at;
            for (int n = 0; n < %d; n++) {
              %s
              int end = %s(in, i);
              if (end < 0 || end == i) {
                %s
                return n >= %d ? i : NONE;
              }
              i = end;
            }
            return i;
        """
        .formatted(
            node.most,
            hides ? "long state = in.state();" : "",
            method(node.parts[0]),
            hides ? "in.back(state);" : "",
            node.least);
  }

  private String longRepeat(Node node) {
    return place(node, "(%s(b[i]) || %s(in, i) >= 0)")
        + "    in.looked(end);\n    return end - at >= "
        + node.least
        + " ? end : NONE;\n";
  }

  /** Looks for a place that has no bound, and remembers it. */
  private String place(Node node, String goesOn) {
    String number = out.number();
    return """
            int end = in.known(%1$s, at);
            if (end < 0) {
              byte[] b = in.b;
              int to = in.to;
              int i = at;
              while (i < to && %2$s) {
                i++;
              }
              end = in.found(%1$s, at, i);
            }
        """
        .formatted(number, goesOn.formatted(out.set(node.set), method(node.parts[0])));
  }

  private String look(Node node, String found, String missed) {
    boolean hides = hides(node);
    String match = method(node.parts[0]) + "(in, at) >= 0";
    return hides
        ? """
              long state = in.state();
              boolean found = %s;
              in.back(state);
              return found ? %s : %s;
          """
            .formatted(match, found, missed)
        : "    return %s ? %s : %s;\n".formatted(match, found, missed);
  }

  private String hidden(Node node, String last) {
    return """
            in.hides(at);
            int end = %s(in, at);
            if (end > at) {
              in.hide(at, %s, end);
            }
            return end;
        """
        .formatted(method(node.parts[0]), last);
  }

  private String tested(Node node, String from, String to) {
    String all =
        Arrays.stream(node.tests)
            .map(test -> test(test.source(), from, to))
            .collect(Collectors.joining(" && "));
    return """
            int end = %s(in, at);
            return end >= 0 && %s ? end : NONE;
        """
        .formatted(method(node.parts[0]), all);
  }

  private String test(String source, String from, String to) {
    if (source.matches("at-(least|most)\\(\\d+\\)")) {
      String sign = source.startsWith("at-least") ? ">=" : "<=";
      String number = source.replaceAll("\\D", "");
      return "%s - %s %s %s".formatted(to, from, sign, number);
    }
    return out.test(source) + "().holds(in, " + from + ", " + to + ")";
  }

  private String seek(Node node) {
    String ahead = "!(%s(b[i]) && %s(in, i) >= 0)";
    if (node.number > 0) {
      return place(node, ahead) + "    in.looked(end);\n    return end < in.to ? end : NONE;\n";
    }
    return """
            byte[] b = in.b;
            int bound = at + Math.min(in.to - at, %d);
            int i = at;
            while (i < bound && %s) {
              i++;
            }
            in.looked(i);
            return i < bound ? i : NONE;
        """
        .formatted(node.most, ahead.formatted(out.set(node.set), method(node.parts[0])));
  }

  private String near(Node node) {
    return """
            for (int i = Math.max(in.from, at - %d); i < at; i++) {
              int end = %s(in.b[i]) ? %s(in, i) : NONE;
              if (end >= 0 && end <= at) {
                return at;
              }
            }
            return NONE;
        """
        .formatted(node.most, out.set(node.set), method(node.parts[0]));
  }

  /** Whether a match of the part may hide something. */
  private static boolean hides(Node node) {
    return node.kind == NodeKind.HIDDEN
        || node.kind == NodeKind.HIDDEN_WORD
        || Arrays.stream(node.parts).anyMatch(MatcherWriter::hides);
  }
}
