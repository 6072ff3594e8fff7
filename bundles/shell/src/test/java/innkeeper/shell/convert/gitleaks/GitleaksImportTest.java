package innkeeper.shell.convert.gitleaks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.redaction.Engine;
import innkeeper.redaction.Finding;
import innkeeper.shell.cli.CommandRefusedException;
import innkeeper.shell.convert.gitleaks.GitleaksImport.Hidden;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules of a gitleaks.toml become rows that hide at least as much. */
class GitleaksImportTest {
  private static final Engine BUILTIN = new Engine();
  private static final String HEAD = "id\tfind\tafter\twithin\tsource\n";

  private static GitleaksImport read(String toml) throws CommandRefusedException {
    GitleaksImport rules =
        new GitleaksImport(
            "g.toml",
            line ->
                BUILTIN.find(line).stream()
                    .map(found -> new Hidden(found.rule(), found.from(), found.to()))
                    .toList());
    rules.read(toml);
    return rules;
  }

  private static GitleaksImport rule(String regex) throws CommandRefusedException {
    return read("[[rules]]\nid = \"Acme_Key\"\nregex = '''" + regex + "'''\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '~',
      value = {
        "\\b(acme_[a-f0-9]{32})(?:[\\x60'\"\\s;]|\\\\[nr]|$) # \"acme_\" # «[0-9a-f]{32,288}» #",
        "acme_[a-f0-9]{32} # \"acme_\" # «[0-9a-f]{32,288}» # yes",
        "(?i)\\b(acme_[a-f0-9]{32}) # 'acme_' # «[0-9A-Fa-f]{32,288}» #",
        "\\b(acme_(?i)[a-z]{20})\\b # \"acme_\" # «[A-Za-z]{20,276}» #",
        "\\b((?:acme|brio)_[a-z]{20,}) # \"acme_\" | \"brio_\" # «[a-z]{20,}» #",
        "\\b(ac[mn]_[a-z]{20}) # \"acm_\" | \"acn_\" # «[a-z]{20,276}» #",
        "\\bacme-[A-Z]{6}-[0-9]{8}\\b # \"acme-\" # «[A-Z]{6} \"-\" [0-9]{8} [\\-0-9A-Z]{0,256}» #",
        "\\bacme-[a-z0-9-]{6,9}-x[0-9]{3} # \"acme-\" # «[\\-0-9a-z]{11,150}» #",
        "\\bacme:(?:[a-z]{4}-){2}[a-z]{4}"
            + " # \"acme:\" # «[a-z]{4} \"-\" [a-z]{4} \"-\" [a-z]{4} [\\-a-z]{0,256}» #",
        "<key>[a-z]{0,4}=\"([a-z]{12})\" # \"<key>\" # [a-z]{0,4} \"=\\\"\" «[a-z]{12,268}» # yes"
      })
  void becomesARow(String regex, String find, String after, String within) throws Exception {
    GitleaksImport rules = rule(regex);
    assertEquals(List.of(), rules.notes());
    String row = String.join("\t", "gitleaks.acme-key", find, after, within == null ? "" : within);
    assertEquals(HEAD + row + "\tgitleaks acme-key\n", rules.table().replaceFirst("#.*\n", ""));
  }

  /** What an expression finds is hidden behind its prefix, wherever in a line it stands. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\\b(acme_[a-f0-9]{32})(?:[\\x60'\"\\s;]|\\\\[nr]|$)",
        "(?i)acme_[a-z0-9_\\-=]{43}",
        "\\b((?:acme|brio)_(?:live_|test_)?[a-zA-Z0-9+\\/]{30,}={0,3})",
        "\\bacme-[a-z0-9-]{6,9}-x[0-9]{3}(?:-\\d)?",
        "\\bacme\\.(?:[a-z0-9]{4,9}\\.){3}[\\w-]*[0-9]{4}",
        "acme_[^\\s\"]{12}",
        "<key>[a-z]{0,4}=\"([a-z]{12})\"",
        "(?i)acme[ \\w]{0,20}=([a-z0-9]{32})",
        "(?i)acme(?:[ \\t\\w.-]{0,20})[=:]{1,3}(acme-[a-z0-9]{24})"
      })
  void hidesWhatTheExpressionFinds(String regex) throws Exception {
    GitleaksImport rules = rule(regex);
    Engine engine = new Engine();
    assertEquals(
        List.of(), engine.tables(Map.of("own.tsv", rules.table()), failed -> {}).refused());
    String[] before = {"", "id ", "\"", "/", "=", "é", "x/abcdefghijklmnopqrstuvwxyz/", "x"};
    Random random = new Random(7);
    int found = 0;
    for (List<Regex> path : RegexPaths.of(RegexParser.parse(regex, 0))) {
      for (int i = 0; i < 100; i++) {
        RegexExample example = RegexExample.of(path, random);
        String head = before[random.nextInt(before.length)];
        String line = head + example.text();
        Matcher matcher = Pattern.compile(regex).matcher(line);
        if (matcher.find()) {
          int group = matcher.groupCount();
          int shift = head.getBytes(StandardCharsets.UTF_8).length;
          int to = matcher.end(group) - head.length() + shift;
          assertHidden(engine, line, example.from() + shift, to);
          found++;
        }
      }
    }
    assertTrue(found > 50, "only " + found + " drawn texts match " + regex);
  }

  private static void assertHidden(Engine engine, String line, int from, int to) {
    int hidden = from;
    for (Finding finding : engine.find(line)) {
      hidden = finding.from() <= hidden ? Math.max(hidden, finding.to()) : hidden;
    }
    assertTrue(hidden >= to, () -> line + " becomes " + engine.redact(line));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '~',
      value = {
        "(?i)[\\w.-]{0,50}?acme[ \\w]{0,20}=([a-z0-9]{32}) # keyword context",
        "acme=[a-z]{0,9}-?([a-z0-9]{32}) # what stands before its value may be a part of it",
        "\\b([a-z0-9]{32})\\b # its value has no prefix",
        "\\b(ac_[a-z0-9]{32})\\b # its prefix \"ac_\" has fewer than 4 bytes",
        "\\b(acme_(?=x)[a-z0-9]{32})\\b # it looks around",
        "acme_\\p{L}{32} # it asks for classes of Unicode",
        "acme_.{32} # what follows its prefix may be any text",
        "<key>\\s*(brio[a-z]{3})z # fewer than 8 bytes follow its prefix",
        "acme_(?:abc # cannot be read: a group without an end",
        "(a{8}[a-z0-9]{60,80}) # its prefix repeats itself",
        "acme_secret # it is a text without a secret part"
      })
  void saysWhyARuleDoesNotFit(String regex, String why) throws Exception {
    GitleaksImport rules = rule(regex);
    assertEquals("", rules.table());
    String note = rules.notes().get(0);
    assertTrue(note.startsWith("g.toml: rule Acme_Key does not fit: "), note);
    assertTrue(note.contains(why), note);
    assertTrue(rules.summary().endsWith("that do not fit: 1"), rules.summary());
  }

  @Test
  void saysWhatARowLeavesOut() throws Exception {
    assertTrue(
        rule("\\b(acme_[a-z]{20}|ac_[a-z]{20})\\b").notes().get(0).contains("converted in part"));
    assertTrue(
        rule("brio[=:]{1,3}(acme_[a-z]{20})\\b").notes().get(0).contains("the row hides more"));
  }

  /** The row of each line stays on, though the line leads to it as often as it can. */
  @ParameterizedTest
  @ValueSource(strings = {"acme[a-z]{30,90}", "(?i)aabc[a-z0-9]{40}", "acme-[a-z-]{30}"})
  void aLineThatRepeatsThePrefixDoesNotSwitchTheRowOff(String regex) throws Exception {
    Engine engine = new Engine();
    List<String> failed = new ArrayList<>();
    engine.tables(Map.of("own.tsv", rule(regex).table()), failed::add);
    String prefix = regex.substring(regex.indexOf(')') + 1, regex.indexOf('['));
    String line = prefix.repeat(20_000);
    assertEquals(prefix + "[REDACTED]", engine.redact(line).replaceAll("[a-z-]+$", ""));
    assertEquals(List.of(), failed);
  }

  @Test
  void leavesOutWhatABuiltInRowHides() throws Exception {
    GitleaksImport rules = rule("ghp_[0-9a-zA-Z]{36}");
    assertEquals("", rules.table());
    assertEquals(
        "g.toml: rule Acme_Key is not needed: hidden already by token.github-personal",
        rules.notes().get(0));
    String both = rule("(?:ghp|acme)_[0-9a-zA-Z]{36}").table();
    assertTrue(both.contains("\"acme_\" | \"ghp_\""), both);
  }

  @Test
  void readsRulesWithTheirGroupTheirFilesAndTheSameIdTwice() throws Exception {
    GitleaksImport rules =
        read(
            String.join(
                "\n",
                "[extend]",
                "useDefault = true",
                "[[rules]]",
                "id = \"acme\"",
                "regex = '''(user|login)=(acme_[a-z]{20})'''",
                "secretGroup = 2",
                "[[rules]]",
                "id = \"acme\"",
                "regex = '''brio_[a-z]{20}'''",
                "[[rules]]",
                "id = \"file\"",
                "path = '''\\.pem$'''"));
    assertTrue(rules.table().contains("gitleaks.acme\t\"acme_\""), rules.table());
    assertTrue(rules.table().contains("gitleaks.acme-2\t\"brio_\""), rules.table());
    String notes = String.join("\n", rules.notes());
    assertTrue(notes.contains("extend is not followed"), notes);
    assertTrue(notes.contains("rule file does not fit: it asks for names of files"), notes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rules = [", "title = \"x\"", "{}"})
  void refusesWhatIsNoConfiguration(String toml) {
    assertThrows(CommandRefusedException.class, () -> read(toml));
  }
}
