package innkeeper.admin.page;

import innkeeper.admin.config.ProjectConfig;
import innkeeper.api.project.MemberChange;
import innkeeper.api.text.PosixWord;
import innkeeper.api.time.ZonedText;
import java.time.Instant;
import java.util.Map;

/** What a project is, without scripts. */
final class ConfigSection {

  private static final String EXAMPLE =
      "innkeeper add ID [--dir DIR] [--port PORT] [--env NAME=VALUE]… [--secret-env NAME=VALUE]…"
          + " [--health http:URL|tcp:PORT|exec:COMMAND] -- COMMAND [ARGUMENT…]";

  private final Html html;
  private final HostSections tables;

  ConfigSection(Html html, Instant now) {
    this.html = html;
    this.tables = new HostSections(html, now);
  }

  /** How a project is defined, where there is none yet. */
  static void form(Html html) {
    html.raw("<p>A terminal of this machine defines a project, never HTTP:</p><pre tabindex=\"0\">")
        .text(EXAMPLE)
        .raw("</pre>");
  }

  void write(ProjectConfig config) {
    html.raw("<section><h2>Configuration</h2><p>Read only. Secrets are left out.</p>");
    if (config.add().lacks().isEmpty()) {
      html.raw("<pre tabindex=\"0\" aria-label=\"The command that defines it\">")
          .text(config.add().text())
          .raw("</pre>");
    } else {
      html.raw("<p>The command <code>add</code> has no option for ")
          .text(String.join(", ", config.add().lacks()))
          .raw(
              ". Change the definition as a file:</p><pre tabindex=\"0\" aria-label=\"Change it\">")
          .text(asFile(PosixWord.quoted(config.channelId())))
          .raw("</pre>");
    }
    form(html);
    html.raw("</section>");
    tables.table("Definition", "Member", "Value");
    config.definition().forEach(this::member);
    tables.row("starts before", String.join(", ", config.dependents()));
    tables.endTable();
    tables.table("Environment", "Variable", "From", "Hidden");
    config
        .environment()
        .forEach(v -> tables.row(v.name(), (v.from() + " " + v.file()).strip(), v.hidden()));
    tables.endTable();
    tables.table("Last answers of the probe", "When", "Passed", "Milliseconds", "Why not");
    for (int i = config.probeResults().size() - 1; i >= 0; i--) {
      var result = config.probeResults().get(i);
      tables.row(
          ZonedText.of(result.at()),
          result.passed() ? "yes" : "no",
          result.millis(),
          result.output());
    }
    tables.endTable();
    tables.table("History of the definition", "When", "What", "By", "Changes");
    config
        .history()
        .forEach(
            v ->
                tables.row(
                    ZonedText.of(v.at()),
                    v.action(),
                    (v.actor().program() + " " + v.actor().via().word()).strip(),
                    MemberChange.text(v.changes())));
    tables.endTable();
  }

  private static String asFile(String id) {
    return "(umask 077; innkeeper export --show-secrets "
        + id
        + " > "
        + id
        + ".json)\ninnkeeper apply "
        + id
        + ".json";
  }

  private void member(String name, Object value) {
    if (value instanceof Map<?, ?> members) {
      members.forEach((inner, one) -> member(name + "." + inner, one));
    } else if (value instanceof Iterable<?> list) {
      StringBuilder words = new StringBuilder();
      list.forEach(word -> words.append(words.length() == 0 ? "" : " ").append(word));
      tables.row(name, words);
    } else {
      tables.row(name, value == null ? "–" : value);
    }
  }
}
