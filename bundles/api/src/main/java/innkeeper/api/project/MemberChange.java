package innkeeper.api.project;

import innkeeper.api.json.JsonForm;
import innkeeper.api.json.JsonForm.Empty;
import innkeeper.common.text.PosixWord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One changed member of a definition, in the form of the audit record. Immutable.
 *
 * @param member the member's name, or the path of a nested member: {@code health.http}, {@code
 *     env.API_KEY}
 * @param before the displayed value before the change; {@link #NONE} or "" if the member was
 *     absent, "" if the value is not known
 * @param after the displayed value since the change; {@link #NONE} or "" if the member is absent,
 *     "" if the value is not known
 */
@JsonForm(name = "MemberChange")
public record MemberChange(
    String member,
    @JsonForm(empty = Empty.NULL) String before,
    @JsonForm(empty = Empty.NULL) String after) {

  /** The text for an absent member. */
  public static final String NONE = "none";

  private static final int LONGEST_VALUE = 300;
  private static final int LONGEST_TEXT = 3000;
  private static final String ARROW = " -> ";
  private static final String END = "; ";

  /** Members whose own members are variables. The values of variables are not displayed. */
  private static final Set<String> VARIABLES = Set.of("env", "secretEnv");

  /**
   * Compares two definitions in their JSON form.
   *
   * @param before the form that {@link Definitions#toMap} returns, in clear; empty for a new
   *     project
   * @param after the same form of the new definition
   * @param shownBefore the displayable form of {@code before}; a missing value is masked
   * @param shownAfter the displayable form of {@code after}
   * @return the differences, in the order of the members; a changed variable comes without its
   *     values
   */
  public static List<MemberChange> between(
      Map<String, ?> before,
      Map<String, ?> after,
      Map<String, ?> shownBefore,
      Map<String, ?> shownAfter) {
    Map<String, Object> was = flat(before);
    Map<String, Object> is = flat(after);
    Map<String, Object> seenBefore = flat(shownBefore);
    Map<String, Object> seenAfter = flat(shownAfter);
    Set<String> members = new LinkedHashSet<>(is.keySet());
    members.addAll(was.keySet());
    List<MemberChange> changes = new ArrayList<>();
    for (String member : members) {
      if (!Objects.equals(was.get(member), is.get(member))) {
        changes.add(
            variable(member)
                ? new MemberChange(
                    member,
                    was.containsKey(member) ? "set" : NONE,
                    !is.containsKey(member)
                        ? NONE
                        : was.containsKey(member) ? "another value" : "set")
                : new MemberChange(
                    member,
                    shown(was.get(member), seenBefore.get(member)),
                    shown(is.get(member), seenAfter.get(member))));
      }
    }
    return changes;
  }

  private static boolean variable(String member) {
    int dot = member.indexOf('.');
    return dot > 0 && VARIABLES.contains(member.substring(0, dot));
  }

  /** Returns the members and the nested members; absent values are left out. */
  private static Map<String, Object> flat(Map<String, ?> definition) {
    Map<String, Object> flat = new LinkedHashMap<>();
    definition.forEach(
        (member, value) -> {
          if (value instanceof Map<?, ?> inner) {
            inner.forEach((name, one) -> put(flat, member + "." + name, one));
          } else {
            put(flat, member, value);
          }
        });
    return flat;
  }

  private static void put(Map<String, Object> flat, String member, Object value) {
    if (value != null && !(value instanceof List<?> list && list.isEmpty())) {
      flat.put(member, value);
    }
  }

  private static String shown(Object clear, Object value) {
    if (clear == null) {
      return NONE;
    }
    if (value == null) {
      return Definitions.MASK;
    }
    String text =
        value instanceof List<?> words
            ? words.stream()
                .map(Object::toString)
                .map(word -> word.equals(Definitions.MASK) ? word : PosixWord.quoted(word))
                .collect(Collectors.joining(" "))
            : value.toString();
    text = text.replace("\n", "\\n").replaceAll("\\p{Cntrl}", "\ufffd");
    return text.length() <= LONGEST_VALUE
        ? text
        : text.substring(0, LONGEST_VALUE) + "… (" + text.length() + " characters)";
  }

  /**
   * Returns the form of the audit record: {@code port: 4300 -> 4310; env.API_KEY: none -> set}.
   *
   * @return one line that {@link #parse} reads; "" without changes
   */
  public static String text(List<MemberChange> changes) {
    StringBuilder text = new StringBuilder();
    for (MemberChange change : changes) {
      String one = change.member + ": " + escaped(change.before) + ARROW + escaped(change.after);
      if (text.length() + one.length() > LONGEST_TEXT) {
        return text.append(text.length() == 0 ? "…" : END + "…").toString();
      }
      text.append(text.length() == 0 ? "" : END).append(one);
    }
    return text.toString();
  }

  private static String escaped(String value) {
    return value.replace(END, "\\; ").replace(ARROW, " \\-> ");
  }

  private static String plain(String value) {
    String text = value.replace("\\; ", END).replace(" \\-> ", ARROW);
    return text.equals(NONE) ? "" : text;
  }

  /**
   * Parses the form that {@link #text} returns. It also parses names of members alone, which the
   * audit entries of release 0.1.0 contain.
   *
   * @param detail the detail of a definition's audit entry
   * @return the changes; those of release 0.1.0 have empty values before and after
   */
  public static List<MemberChange> parse(String detail) {
    List<MemberChange> changes = new ArrayList<>();
    if (detail.isBlank()) {
      return changes;
    }
    if (!detail.contains(ARROW)) {
      for (String member : detail.split(", ")) {
        changes.add(new MemberChange(member, "", ""));
      }
      return changes;
    }
    for (String one : detail.split("(?<!\\\\); ")) {
      int colon = one.indexOf(": ");
      int arrow = one.indexOf(ARROW);
      changes.add(
          colon < 0 || arrow < colon
              ? new MemberChange(one, "", "")
              : new MemberChange(
                  one.substring(0, colon),
                  plain(one.substring(Math.min(colon + 2, arrow), arrow)),
                  plain(one.substring(arrow + ARROW.length()))));
    }
    return changes;
  }
}
