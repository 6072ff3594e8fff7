package innkeeper.redaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.redaction.line.Line;
import innkeeper.redaction.scan.CommandRule;
import innkeeper.redaction.table.TableException;
import innkeeper.redaction.table.Tables;
import innkeeper.redaction.value.Values;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows of commands.tsv as somebody may write them. */
class CommandRuleTest {
  private static CommandRule rule(String find, String before, String says, String takes) {
    String row = String.join("\t", "command.foo", find, before, says, takes);
    String text = "# Programs.\nid\tfind\tbefore\tsays\ttakes\n" + row + "\n";
    return new CommandRule(
        Tables.read(
                "own.tsv",
                text,
                bad -> {
                  throw bad;
                })
            .get(0),
        Values.builtin());
  }

  private static String hidden(CommandRule rule, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Line line = new Line();
    line.set(bytes, 0, bytes.length);
    int at = text.indexOf("foo ");
    rule.verify(line, at, at + 4, null);
    line.spans.merge();
    StringBuilder hidden = new StringBuilder();
    for (int i = 0; i < line.spans.size(); i++) {
      hidden.append(text, line.spans.from(i), line.spans.to(i)).append('\n');
    }
    return hidden.toString().strip();
  }

  @ParameterizedTest
  @CsvSource({
    "foo --pw hunter2 x, hunter2",
    "foo --pw=hunter2 x, hunter2",
    "foo -v --pw \"it is me\" x, it is me",
    "foo --pw --other, ''",
    "foo --pwd hunter2, ''",
    "foo | bar --pw hunter2, ''",
    "xfoo --pw hunter2, ''"
  })
  void oneRowIsEnoughForAnOption(String text, String hidden) {
    assertEquals(hidden, hidden(rule("'foo '", "", "", "option --pw"), text));
  }

  @Test
  void conditionsHoldForTheCommandBeforeTheText() {
    CommandRule rule = rule("'foo '", "", "reads-secret !reads-text", "argument 1");
    assertEquals("hunter2", hidden(rule, "login foo hunter2"));
    assertEquals("", hidden(rule, "login | foo hunter2"));
    assertEquals("", hidden(rule, "grep login foo hunter2"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "'foo '; optoin -p; unknown form 'optoin'",
        "'foo '; option; option needs 1 words before its modifiers, has none",
        "'foo '; option -p sticky; has '-p sticky'",
        "'foo '; option -p glued told; 'told' does not fit option",
        "'foo '; option -p after; 'after' does not fit option",
        "'foo '; argument x; needs a number from 1 to 9, has 'x'",
        "'foo '; user-option -u; user-option needs 2 words",
        "'foo '; ''; unknown form ''",
        "'foo; option -p; unexpected end"
      },
      quoteCharacter = '"')
  void refusesABadRowWithFileAndLine(String find, String takes, String why) {
    TableException refused =
        assertThrows(
            TableException.class, () -> rule(find, "", "", takes.equals("''") ? "" : takes));
    assertTrue(refused.getMessage().startsWith("own.tsv:3: row command.foo: "), refused.toString());
    assertTrue(refused.getMessage().contains(why), refused.toString());
  }

  @Test
  void refusesAnUnknownPattern() {
    for (String[] cells : new String[][] {{"no-such", ""}, {"", "no-such"}}) {
      TableException refused =
          assertThrows(TableException.class, () -> rule("'foo '", cells[0], cells[1], "option -p"));
      assertTrue(refused.getMessage().startsWith("own.tsv:3: "), refused.toString());
      assertTrue(refused.getMessage().contains("no-such"), refused.toString());
    }
  }
}
