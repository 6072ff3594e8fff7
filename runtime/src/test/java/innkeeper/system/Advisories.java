package innkeeper.system;

import aQute.bnd.version.MavenVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Compares the list of known advisories with a bill of materials. Both are CycloneDX documents; the
 * list is a VEX document whose {@code affects.ref} is a package URL without a version.
 */
final class Advisories {

  private static final Set<String> STATES =
      Set.of("resolved", "not_affected", "exploitable", "in_triage", "false_positive");

  private final Map<String, Set<String>> shipped = new TreeMap<>();
  private final List<String> findings = new ArrayList<>();

  private Advisories(Map<?, ?> bill) {
    for (Map<?, ?> component : maps(bill, "components").toList()) {
      String[] purl = text(component, "purl").split("[?#]")[0].split("@(?=[^@/]*$)", 2);
      if (purl.length == 2) {
        shipped.computeIfAbsent(purl[0], p -> new TreeSet<>()).add(purl[1]);
      }
    }
  }

  /**
   * Returns a sentence for each shipped version with an advisory that nobody accepted, for each
   * entry without a reason, and for each entry that no longer fits what is shipped.
   */
  static List<String> findings(Map<?, ?> bill, Map<?, ?> list) {
    Advisories advisories = new Advisories(bill);
    maps(list, "vulnerabilities").forEach(advisories::compare);
    return advisories.findings;
  }

  private void compare(Map<?, ?> entry) {
    String id = text(entry, "id");
    Map<?, ?> analysis = entry.get("analysis") instanceof Map<?, ?> map ? map : Map.of();
    String state = text(analysis, "state");
    if (!STATES.contains(state)) {
      findings.add(
          id + ": analysis.state \"" + state + "\" is not one of " + new TreeSet<>(STATES));
    }
    if (text(analysis, "detail").isBlank()) {
      findings.add(id + " has no reason: fill in analysis.detail");
    }
    if (state.equals("not_affected") && text(analysis, "justification").isBlank()) {
      findings.add(id + " is not_affected without analysis.justification");
    }
    List<Map<?, ?>> affects = maps(entry, "affects").toList();
    if (affects.isEmpty()) {
      findings.add(id + " names no package: fill in affects");
    }
    affects.forEach(affected -> compare(id, analysis, affected));
  }

  private void compare(String id, Map<?, ?> analysis, Map<?, ?> affected) {
    String ref = text(affected, "ref");
    List<Map<?, ?>> versions =
        maps(affected, "versions").filter(v -> text(v, "status").equals("affected")).toList();
    List<String> ranges =
        versions.stream().map(v -> text(v, "range")).filter(r -> !r.isEmpty()).toList();
    if (ranges.isEmpty()) {
      findings.add(id + " names no affected range of " + ref);
    }
    Set<String> here = shipped.getOrDefault(ref, Set.of());
    List<String> hit =
        here.stream().filter(v -> ranges.stream().anyMatch(r -> within(v, r))).toList();
    String state = text(analysis, "state");
    if (text(analysis, "justification").equals("code_not_present")) {
      if (!here.isEmpty()) {
        findings.add(id + " says that " + ref + " is not shipped, but the release has " + here);
      }
    } else if (here.isEmpty()) {
      findings.add(
          id + ": " + ref + " is no longer shipped under this name; remove or correct the entry");
    } else if (accepted(state, analysis)) {
      List<String> judged =
          versions.stream().map(v -> text(v, "version")).filter(v -> !v.isEmpty()).toList();
      hit.stream().filter(v -> !judged.contains(v)).forEach(v -> findings.add(open(id, ref, v)));
      judged.stream()
          .filter(v -> !hit.contains(v))
          .forEach(
              v ->
                  findings.add(
                      id
                          + " accepts "
                          + ref
                          + " "
                          + v
                          + ", but the release has "
                          + here
                          + "; judge it again, or set analysis.state to resolved"));
    } else {
      hit.forEach(v -> findings.add(open(id, ref, v)));
    }
  }

  private static boolean accepted(String state, Map<?, ?> analysis) {
    return state.equals("not_affected")
        || state.equals("false_positive")
        || state.equals("exploitable")
            && analysis.get("response") instanceof List<?> r
            && !r.isEmpty();
  }

  private static String open(String id, String ref, String version) {
    return id
        + " affects "
        + ref
        + " "
        + version
        + ", which is shipped; raise the version, or accept"
        + " this version in src/build/advisories.cdx.json with a reason";
  }

  /** Returns whether all constraints of a range such as {@code vers:npm/>=1.2|<1.5} hold. */
  private static boolean within(String version, String range) {
    MavenVersion it = MavenVersion.parseMavenString(version);
    return Stream.of(range.replaceFirst("^vers:[a-z]+/", "").split("\\|"))
        .allMatch(
            constraint -> {
              String bound = constraint.replaceFirst("^[<>=]+", "");
              int order = it.compareTo(MavenVersion.parseMavenString(bound));
              return switch (constraint.substring(0, constraint.length() - bound.length())) {
                case "<" -> order < 0;
                case "<=" -> order <= 0;
                case ">" -> order > 0;
                case ">=" -> order >= 0;
                case "", "=" -> order == 0;
                default -> throw new AssertionError("not a range: " + range);
              };
            });
  }

  private static Stream<Map<?, ?>> maps(Map<?, ?> parent, String member) {
    return parent.get(member) instanceof List<?> list
        ? list.stream().map(one -> (Map<?, ?>) one)
        : Stream.of();
  }

  private static String text(Map<?, ?> parent, String member) {
    return parent.get(member) instanceof String text ? text : "";
  }
}
