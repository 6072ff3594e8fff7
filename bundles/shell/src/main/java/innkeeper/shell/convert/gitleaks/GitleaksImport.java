package innkeeper.shell.convert.gitleaks;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import innkeeper.shell.cli.CommandRefusedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The rules of a gitleaks.toml as rows of conf/redaction. A row hides what its rule's regular
 * expression asks, or more: entropy, keywords and allowlists would only hide less.
 */
public final class GitleaksImport {
  /** A row that hides so many drawn texts hides all, as far as can be told. */
  private static final int DRAWS = 20;

  private final String file;
  private final Function<String, List<Hidden>> builtin;
  private final List<String> rows = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final Set<String> ids = new LinkedHashSet<>();
  private int converted;
  private int known;
  private int unfit;

  /**
   * What a built-in row hides in a text.
   *
   * @param row its id
   * @param from its first character, from 0
   * @param to behind its last
   */
  public record Hidden(String row, int from, int to) {}

  /**
   * @param file for the messages
   * @param builtin what the built-in rows hide in a line
   */
  public GitleaksImport(String file, Function<String, List<Hidden>> builtin) {
    this.file = file;
    this.builtin = builtin;
  }

  /** Converts the rules of the text. */
  public void read(String toml) throws CommandRefusedException {
    JsonNode config;
    try {
      config = new TomlMapper().readTree(toml);
    } catch (JsonProcessingException e) {
      throw new CommandRefusedException(file + " is not TOML: " + e.getMessage());
    }
    if (!config.path("rules").isArray()) {
      throw new CommandRefusedException(file + " has no [[rules]]; give a gitleaks.toml");
    }
    if (config.has("extend")) {
      notes.add(file + ": extend is not followed; import the other file as well");
    }
    config.path("rules").forEach(this::rule);
  }

  /** The table; empty if no rule became a row. */
  public String table() {
    if (rows.isEmpty()) {
      return "";
    }
    return "# Made from "
        + file.replaceAll("[\\p{Cntrl}]", "?")
        + " by innkeeper redact import.\nid\tfind\tafter\twithin\tsource\n"
        + String.join("", rows);
  }

  /** One line for each rule that became no row or only in part, with its id and the reason. */
  public List<String> notes() {
    return List.copyOf(notes);
  }

  public String summary() {
    return file
        + ": rules converted: "
        + converted
        + ", hidden already by built-in rows: "
        + known
        + ", that do not fit: "
        + unfit;
  }

  private void rule(JsonNode rule) {
    String id = rule.path("id").asText("without an id");
    Set<String> reasons = new LinkedHashSet<>();
    Set<String> hiding = new TreeSet<>();
    // Rows that differ only in their texts are one.
    Map<String, Set<String>> found = new LinkedHashMap<>();
    Set<String> remarks = new LinkedHashSet<>();
    List<List<Regex>> covered = new ArrayList<>();
    try {
      if (rule.has("path")) {
        throw new RegexException("it asks for names of files, which a log does not have");
      }
      if (!rule.has("regex")) {
        throw new RegexException("it has no regular expression");
      }
      for (List<Regex> path :
          RegexPaths.of(
              RegexParser.parse(rule.path("regex").asText(), rule.path("secretGroup").asInt()))) {
        Set<String> by = hiddenBy(path, id);
        hiding.addAll(by);
        if (by.isEmpty()) {
          convert(path, found, reasons, remarks);
        } else {
          covered.add(path);
        }
      }
      if (!found.isEmpty()) {
        // The rows then hide all that the rule asks by themselves, as far as rows can.
        covered.forEach(path -> convert(path, found, new LinkedHashSet<>(), remarks));
      }
    } catch (RegexException e) {
      reasons.add(e.getMessage());
    }
    found.forEach((behind, finds) -> add(id, String.join(" | ", finds), behind));
    String why = String.join("; ", reasons);
    if (!found.isEmpty()) {
      converted++;
      if (!reasons.isEmpty()) {
        notes.add(file + ": rule " + id + " is converted in part: " + why);
      }
      remarks.forEach(remark -> notes.add(file + ": rule " + id + " is converted: " + remark));
    } else if (reasons.isEmpty()) {
      known++;
      notes.add(
          file + ": rule " + id + " is not needed: hidden already by " + String.join(", ", hiding));
    } else {
      unfit++;
      notes.add(file + ": rule " + id + " does not fit: " + why);
    }
  }

  private static void convert(
      List<Regex> path, Map<String, Set<String>> found, Set<String> reasons, Set<String> remarks) {
    try {
      GitleaksRow row = GitleaksRow.of(path);
      String behind = row.after() + "\t" + (row.within() ? "yes" : "");
      found.computeIfAbsent(behind, key -> new LinkedHashSet<>()).add(row.find());
      if (!row.note().isEmpty()) {
        remarks.add(row.note());
      }
    } catch (RegexException e) {
      reasons.add(e.getMessage());
    }
  }

  private void add(String rule, String find, String behind) {
    String name = rule.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.-]+", "-");
    String base = "gitleaks." + name.substring(0, Math.min(60, name.length()));
    String id = base;
    for (int n = 2; !ids.add(id); n++) {
      id = base + "-" + n;
    }
    rows.add(id + "\t" + find + "\t" + behind + "\tgitleaks " + name + "\n");
  }

  /** The built-in rows that hide what such a text tells; empty if they do not always. */
  private Set<String> hiddenBy(List<Regex> path, String rule) {
    Set<String> rows = new TreeSet<>();
    Random random = new Random(rule.hashCode());
    for (int i = 0; i < DRAWS; i++) {
      RegexExample example = RegexExample.of(path, random);
      int covered = example.from();
      for (Hidden hidden : builtin.apply(example.text())) {
        if (hidden.from() <= covered && covered < hidden.to()) {
          covered = hidden.to();
          rows.add(hidden.row());
        }
      }
      if (covered < example.to() || example.from() == example.to()) {
        return Set.of();
      }
    }
    return rows;
  }
}
