package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.settings.Setting;
import innkeeper.api.settings.SettingsTable;
import innkeeper.shell.command.OfflineHelp;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The documents against the tables of commands and settings. */
class CommandsPageTest {

  private static final Pattern LISTED = Pattern.compile("(?m)^  ([a-z-]+)  +\\S");
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(?:sh|text)\n(.*?)^```");
  private static final Pattern SPAN = Pattern.compile("`([^`\n]+)`");

  /** A call and its words, up to a sign of the shell. */
  private static final Pattern CALL =
      Pattern.compile("(?:^|[\\s;(/])innkeeper((?: +(?:\"[^\"]*\"|'[^']*'|[^\\s|&;#>)`]+))+)");

  /** Felix's own. */
  private static final Set<String> FELIX = Set.of("lb", "headers", "refresh");

  /** Options before a command, each with a value. */
  private static final Set<String> WHICH = Set.of("--data", "--host", "--hosts", "--socket");

  @Test
  void thePageOfCommandsIsWhatHelpSays() throws Exception {
    StringBuilder page = new StringBuilder();
    for (String command : commands()) {
      page.append("\n## ").append(command).append("\n\n```text\n");
      page.append(explained(command)).append("```\n");
    }
    Page.of("commands.md").generated(page.append('\n').toString());
  }

  @Test
  void everyCommandAndOptionThatADocumentNamesIsThere() throws Exception {
    Set<String> known = commands();
    List<String> wrong = new ArrayList<>();
    int calls = 0;
    for (Page page : Page.all()) {
      for (String code : code(page.text())) {
        Matcher call = CALL.matcher(code);
        while (call.find()) {
          calls++;
          check(List.of(call.group(1).strip().split(" +")), known, page.name(), wrong::add);
        }
      }
    }
    assertEquals(List.of(), wrong);
    assertTrue(calls > 100, "calls found: " + calls);
  }

  @Test
  void thePageOfSettingsHasEachSettingWithItsDefault() throws Exception {
    List<String> rows = new ArrayList<>();
    for (Setting row : SettingsTable.rows()) {
      String fallback = row.fallback().isEmpty() ? "none" : "`" + row.fallback() + "`";
      rows.add("`" + row.name() + "` " + fallback + " " + (row.live() ? "live" : "start"));
    }
    List<String> named = new ArrayList<>();
    for (List<String> cells : Page.of("settings.md").rows()) {
      named.add(String.join(" ", cells.subList(0, 3)));
    }
    assertEquals(rows, named);
  }

  private static void check(
      List<String> words, Set<String> known, String page, Consumer<String> wrong) {
    List<String> rest = words;
    while (WHICH.contains(rest.get(0)) && rest.size() > 2) {
      rest = rest.subList(2, rest.size());
    }
    String command = rest.get(0);
    boolean placeholder = !command.matches("[a-z][a-z-]*");
    if (placeholder || FELIX.contains(command)) {
      return;
    }
    if (!known.contains(command)) {
      wrong.accept(page + ": no command innkeeper " + command);
      return;
    }
    String help = explained(command);
    for (String word : rest) {
      if (word.equals("--")) {
        return;
      }
      String option = word.replaceAll("[=\\]].*|[\"',.:]+$", "");
      if (option.matches("--?[a-z-]+") && !help.contains(option) && !option.equals("--data")) {
        wrong.accept(page + ": innkeeper " + command + " has no option " + option);
      }
    }
  }

  private static List<String> code(String text) {
    List<String> code = new ArrayList<>();
    Matcher block = BLOCK.matcher(text);
    while (block.find()) {
      code.addAll(block.group(1).lines().toList());
    }
    Matcher span = SPAN.matcher(BLOCK.matcher(text).replaceAll(""));
    while (span.find()) {
      code.add(span.group(1));
    }
    return code;
  }

  private static Set<String> commands() {
    Set<String> names = new LinkedHashSet<>();
    Matcher name = LISTED.matcher(said(out -> new OfflineHelp().run(List.of("help"), out)));
    while (name.find()) {
      names.add(name.group(1));
    }
    assertTrue(names.size() > 30, "commands found: " + names);
    return names;
  }

  private static String explained(String command) {
    return said(out -> new OfflineHelp().run(List.of("help", command), out));
  }

  private static String said(Consumer<PrintStream> speaker) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    speaker.accept(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
