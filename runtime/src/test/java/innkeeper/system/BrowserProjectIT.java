package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Route;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What a project is, what happened to it and what it used; backups and the disk. With {@code
 * -Dinnkeeper.shots=DIR} each view is photographed.
 */
@ExtendWith(Chromium.class)
class BrowserProjectIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PASSWORD = "hunter2-and-more";

  private static final String FAILS =
      "echo 'Traceback (most recent call last):' >&2; echo \"KeyError: 'sku-31'\" >&2; exit 1";

  private static HostProcess host;

  @BeforeAll
  static void start() throws Exception {
    host = HostProcess.running();
    host.cli("add", "billing", "--no-wait", "--", "/bin/sh", "-c", FAILS);
    defineApi();
    host.cli("backup").ok();
    defineApi("--port", Integer.toString(HostProcess.freePort()));
    HostProcess.await("an incident", () -> answer("/api/incidents").contains("sku-31"));
    HostProcess.await(
        "figures", () -> answer("/api/history?projects=api&metrics=cpu").contains("[["));
  }

  /** Prints a line each second; has secrets in its environment and in its command. */
  private static void defineApi(String... more) throws Exception {
    List<String> words = new ArrayList<>(List.of("add", "api"));
    words.addAll(List.of(more));
    words.addAll(List.of("--env", "API_KEY=" + PASSWORD, "--secret-env", "PIN=839274"));
    words.addAll(List.of("--health", "exec:true", "--", "/bin/sh", "-c"));
    words.addAll(List.of("while :; do echo it\\'s; sleep 1; done", "sh", "--password", PASSWORD));
    host.cli(words.toArray(String[]::new)).ok();
  }

  @AfterAll
  static void stop() throws Exception {
    host.close();
  }

  private static String answer(String path) {
    try {
      return host.get(path).body();
    } catch (Exception e) {
      throw new AssertionError(path, e);
    }
  }

  private static void sound(Tab tab, String state) throws Exception {
    BrowserStatesIT.sound(tab, state);
    tab.page().setViewportSize(1280, 900);
  }

  @Test
  void aDefinitionIsShownWithoutSecretsAndTheFormWritesTheSameCommand(Browser browser)
      throws Exception {
    List<String> sent = new ArrayList<>();
    try (Tab tab = Tab.of(browser, host).open("#p=api&t=config")) {
      tab.page().onRequest(r -> sent.add(r.method() + " " + r.url() + " " + r.postData()));
      tab.see(".configuration");
      tab.see(".config:has-text('passed')".replace(".config", ".answers"));
      String shown = tab.find(".configuration").textContent();
      assertFalse(shown.contains(PASSWORD), shown);
      assertFalse(shown.contains("839274"), shown);
      assertTrue(shown.contains("[REDACTED]"), shown);
      assertTrue(shown.contains("PIN"), shown);
      tab.see(".version:has-text('changed') .changes:has-text('port')");
      JsonNode add = JSON.readTree(answer("/api/projects/api/config")).get("add");
      tab.find("button:has-text('Change it')").click();
      assertEquals(add.get("text").asText(), tab.see(".addform .copyable pre").textContent());
      sound(tab, "config");
      tab.find(".addform [name=port]").fill("4999");
      tab.see(".addform .copyable pre:has-text('--port 4999')");
      tab.find(".addform [name=port]").fill("99999");
      tab.see(".addform .wrong:has-text('1 to 65535')");
      sent.removeIf(one -> one.startsWith("GET ") && !one.contains("4999"));
      assertEquals(List.of(), sent, "nothing of a definition goes over HTTP");
      tab.clean();
    }
  }

  @Test
  void aMemberWithoutAnOptionIsNeverDroppedByACommandOfThePage(Browser browser) throws Exception {
    Path file = host.scratch().resolve("limited.json");
    Files.writeString(
        file,
        "[{\"channelId\":\"limited\",\"command\":[\"sleep\",\"600\"],\"autostart\":false,"
            + "\"memoryRestartBytes\":524288000}]");
    host.cli("apply", file.toString()).ok();
    try (Tab tab = Tab.of(browser, host).open("#p=limited&t=config")) {
      tab.see(".configuration:has-text('has no option for memoryRestartBytes')");
      String shown = tab.find(".configuration").innerText();
      assertTrue(shown.contains("innkeeper apply limited.json"), shown);
      assertFalse(shown.contains("innkeeper add "), shown);
      assertEquals(0, tab.find("button:has-text('Change it')").count());
      tab.clean();
    }
    host.cli("remove", "limited").ok();
  }

  @Test
  void theFormQuotesEachWordForAShell(Browser browser) throws Exception {
    try (Tab tab = Tab.of(browser, host).open("#p=billing&t=config")) {
      tab.see(".configuration");
      tab.find("button:has-text('Change it')").click();
      tab.find(".addform [name=channelId]").fill("odd");
      tab.find(".addform [name=command]").fill("printf '%s;' \"it's\" a\\ b $HOME \"<b>\"");
      tab.see(".addform .remark:has-text('Without a shell')");
      String command = tab.see(".addform .copyable pre").textContent();
      String script = "innkeeper() { printf '%s\\n' \"$@\"; }; HOME=/nobody; " + command;
      Programs.Said said = Programs.run(host.scratch(), Map.of(), List.of("sh", "-c", script));
      List<String> words = said.out().lines().toList();
      assertEquals(
          List.of("printf", "%s;", "it's", "a b", "$HOME", "<b>"),
          words.subList(words.indexOf("--") + 1, words.size()),
          command);
      tab.find(".addform [name=shell]").check();
      String inShell = tab.see(".addform .copyable pre:has-text('sh -c')").textContent();
      assertTrue(
          inShell.endsWith("-- sh -c 'printf '\\''%s;'\\'' \"it'\\''s\" a\\ b $HOME \"<b>\"'"),
          inShell);
      tab.clean();
    }
  }

  @Test
  void anIncidentSaysWhatHappenedAndIsAcknowledgedAndSnoozed(Browser browser) throws Exception {
    try (Tab tab = Tab.of(browser, host).open("#p=billing&t=incidents")) {
      tab.see(".incident:has-text(\"KeyError: 'sku-31'\")");
      tab.see(".incident .config:has-text('definition')");
      tab.see(".incident .loglines:has-text('Traceback')");
      String link = tab.find(".incident a.button").first().getAttribute("href");
      assertTrue(link.startsWith("#p=billing&at=2"), link);
      sound(tab, "incidents");
      tab.find(".incident button:has-text('Acknowledge')").first().click();
      tab.see(".incident:has-text('seen by')");
      tab.find(".incident .snooze select").first().selectOption("2h");
      tab.see(".incident:has-text('snoozed for 1h 59m')");
      tab.find(".incident a.button").first().click();
      tab.see("#tab-log[aria-selected=true]");
      tab.clean();
    }
  }

  @Test
  void allIncidentsAreInOnePlaceAndNewOnesComeByThemselves(Browser browser) throws Exception {
    try (Tab tab = Tab.of(browser, host).open("#t=all-incidents")) {
      List<String> asked = new ArrayList<>();
      tab.see(".incident a:has-text('billing')");
      tab.page().onRequest(r -> asked.add(r.url()));
      host.cli("add", "late", "--no-wait", "--restart", "never", "--", "/bin/sh", "-c", "exit 3");
      tab.see(".incident a:has-text('late')");
      asked.removeIf(url -> !url.contains("/api/incidents"));
      assertEquals(List.of(), asked, "the stream tells of it");
      sound(tab, "all-incidents");
      host.cli("remove", "late").ok();
      tab.clean();
    }
  }

  @Test
  void aProjectAndTheHostAreSilencedAndTellAgain(Browser browser) throws Exception {
    try (Tab tab = Tab.of(browser, host).open("#p=billing&t=incidents")) {
      tab.see(".silence select").selectOption("2h");
      tab.see(".silence:has-text('no alarms for 1h 59m')");
      assertTrue(answer("/api/alarms").contains("\"channelId\":\"billing\""));
      tab.open("#t=alarms");
      tab.see(".empty:has-text('No alarm channel is set up')");
      tab.see(".grid th:has-text('billing')");
      tab.find(".alarms form select").first().selectOption("*");
      tab.find(".alarms form button").click();
      tab.see(".grid th:has-text('all projects and the host')");
      sound(tab, "alarms");
      tab.find(".grid button:has-text('End')").first().click();
      tab.see(".toast:has-text('are told again')");
      tab.until("document.querySelectorAll('.grid button').length === 1");
      // The command line ends the other: the page hears of it.
      host.cli("silence", "--all", "--end");
      host.cli("silence", "billing", "--end");
      tab.see("p:has-text('Nothing is silenced')");
      tab.clean();
    }
  }

  @Test
  void theAuditRecordOfOneProjectIsAskedOfTheHostNotPickedFromWhatIsLoaded(Browser browser)
      throws Exception {
    for (int i = 0; i < 220; i++) {
      assertEquals(200, host.post("/api/silences?project=api&for=1m").statusCode());
    }
    host.post("/api/silences/end?project=api");
    try (Tab tab = Tab.of(browser, host).open("#t=audit")) {
      tab.see(".entry:has-text('alarm.silence')");
      assertEquals(
          0,
          tab.ask(
              "ink.state.audit.filter(e => e.channelId === 'billing' && e.action === 'project.define').length"));
      AtomicReference<Route> held = new AtomicReference<>();
      tab.page().route("**/api/audit?*", held::set);
      String oldest =
          JSON.readTree(answer("/api/audit?limit=1&before=2")).at("/entries/0/action").asText();
      tab.find(".pane input[type=search]").fill(oldest);
      tab.see("[role=status]:has-text('Nothing in the newest ')");
      tab.see("[role=status]:has-text('reading on')");
      HostProcess.await("the page reads on", () -> tab.ask("1").equals(1) && held.get() != null);
      tab.page().unroute("**/api/audit?*");
      held.get().resume();
      tab.see("[role=status]:has-text('in all ')");
      tab.see(".entry:has-text('" + oldest + "')");
      tab.find(".pane input[type=search]").fill("legacy-ftp");
      tab.see("[role=status]:has-text('Nothing matches in all ')");
      tab.open("#p=api");
      tab.open("#t=audit&of=billing");
      tab.see(".entry:has-text('project.define') a:has-text('billing')");
      assertEquals(0, tab.find(".entry:has-text('alarm.silence') a:has-text('api')").count());
      tab.clean();
    }
  }

  @Test
  void figuresAreDrawnWithGapsAndOneCursorByKeyToo(Browser browser) throws Exception {
    try (Tab tab = Tab.of(browser, host).open("#p=api&t=resources")) {
      // A line without a slope has no height, so it is not "seen".
      tab.until("document.querySelector('.plot .mean')");
      assertEquals(4, tab.find(".plotrow").count());
      // Nothing was measured before the host began: no point of a curve is left of the middle.
      Object left =
          tab.ask(
              "[...document.querySelectorAll('.plot .mean')].flatMap(l => [...l.points])"
                  + ".filter(p => p.x < 300).length");
      assertEquals(0, ((Number) left).intValue());
      tab.find(".plots").focus();
      tab.press("End", "ArrowLeft");
      tab.see(".cursorsays strong");
      assertEquals(
          4, ((Number) tab.ask("document.querySelectorAll('.plot .cursor').length")).intValue());
      tab.press("Home");
      tab.see(".plothead:has-text('–')");
      sound(tab, "resources");
      tab.find("button:has-text('As a table')").click();
      assertEquals(30, tab.see(".grid").locator("tbody tr").count());
      tab.see(".grid td:has-text('–')");
      tab.see(".grid td:has-text('MiB'), .grid td:has-text('KiB')");
      sound(tab, "resources-table");
      tab.find(".levels button:has-text('30 days')").click();
      tab.see(".levels button[aria-pressed=true]:has-text('30 days')");
      tab.clean();
    }
  }

  @Test
  void aBackupTellsWhatItsRestoreWouldChangeAndCannotBeDownloaded(Browser browser)
      throws Exception {
    try (Tab tab = Tab.of(browser, host).open("#t=backups")) {
      tab.see(".grid td:has-text('one of the newest')");
      tab.find(".grid th button").first().focus();
      tab.press("Enter");
      tab.see(".plan .config:has-text('api')");
      List<String> commands = tab.find(".plan .copyable pre").allTextContents();
      assertEquals(3, commands.size(), commands.toString());
      assertTrue(
          commands.get(0).matches("innkeeper restore bot-[^ ]*\\.db --dry-run"), commands.get(0));
      assertTrue(commands.get(1).matches("innkeeper restore bot-[^ ]*\\.db"), commands.get(1));
      tab.see("p:has-text('There is no download')");
      sound(tab, "backups");
      tab.clean();
    }
    try (Tab tab = Tab.of(browser, host).open("#t=rotation")) {
      tab.see(".outlook:has-text('Archives')");
      sound(tab, "rotation");
      tab.clean();
    }
  }
}
