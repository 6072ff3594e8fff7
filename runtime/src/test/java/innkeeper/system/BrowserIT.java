package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Browser;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/** What an operator does with the page, by keyboard alone. */
@ExtendWith(Chromium.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BrowserIT {

  /** Where the log has come to rest: scrolling by key is smooth. */
  private static final String STANDS_STILL_AT =
      """
      async () => {
        const box = document.querySelector('.logbox .loglines');
        for (let same = 0, last = -1; same < 10; last = box.scrollTop) {
          await new Promise(requestAnimationFrame);
          same = box.scrollTop === last ? same + 1 : 0;
        }
        return box.scrollTop;
      }
      """;

  private static HostProcess host;
  private static Feed web;
  private static Feed api;

  @BeforeAll
  static void start() throws Exception {
    host = HostProcess.running();
    web = new Feed(host, "web");
    api = new Feed(host, "api");
    api.say("api says hello");
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      lines.add("GET /orders/" + i + " 200");
      if (i == 40 || i == 140 || i == 240) {
        lines.add("Error: order " + i + " timed out");
        lines.add("    at Timeout.run (db.js:41)");
      }
    }
    web.say(lines.toArray(String[]::new));
    HostProcess.await("all is logged", () -> host.log("web").size() == lines.size());
  }

  @AfterAll
  static void stop() throws Exception {
    host.close();
  }

  private static Tab open(Browser browser, String fragment) {
    Tab tab = Tab.of(browser, host).open(fragment);
    tab.see(".loglines .line");
    return tab;
  }

  @Test
  void stoppingAsksTwiceTellsTheResultAndCanBeUndone(Browser browser) {
    try (Tab tab = open(browser, "#p=api")) {
      tab.press("s");
      tab.see(".act.stop.armed");
      assertEquals("RUNNING", host.project("api", "desired"), "once is not enough");
      tab.press("Escape");
      tab.gone(".act.stop.armed");
      tab.press("s", "Enter");
      tab.see(".toast:has-text('api is stopped')");
      assertEquals("STOPPED", host.project("api", "state"));
      tab.find(".toast button:has-text('Undo')").focus();
      tab.press("Enter");
      host.awaitState("api", "RUNNING");
      tab.see(".head .state:has-text('RUNNING')");
      tab.see(".mark:has-text('project.stop')");
      tab.clean();
    }
  }

  @Test
  void everythingIsReachedByTabAndWhatHasTheFocusShowsIt(Browser browser) {
    try (Tab tab = open(browser, "#p=web")) {
      List<String> reached = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        tab.press("Tab");
        if (Boolean.TRUE.equals(tab.ask("document.activeElement === document.body"))) {
          break;
        }
        reached.add(tab.focus());
        Object seen =
            tab.ask(
                "(() => { const s = getComputedStyle(document.activeElement);"
                    + " return s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2; })()");
        assertEquals(true, seen, "no focus ring on " + tab.focus());
      }
      String all = String.join(" | ", reached);
      for (String part :
          List.of(
              "To the content",
              "Overview",
              "Host",
              "Ctrl K",
              "Theme",
              "web",
              "Restart",
              "Stop",
              "More actions",
              "Log",
              "error",
              "following",
              "Log of web")) {
        assertTrue(all.contains(part), part + " is not reached: " + all);
      }
      tab.clean();
    }
  }

  @Test
  void theSkipLinkLeadsPastTheProjects(Browser browser) {
    try (Tab tab = open(browser, "#p=web")) {
      tab.press("Tab", "Enter");
      assertEquals(true, tab.ask("document.activeElement.closest('#panel') !== null"));
    }
  }

  @Test
  void aSearchFiltersTheLogKeepsItsContextAndLeadsBackIntoTheWhole(Browser browser) {
    try (Tab tab = open(browser, "#p=web")) {
      tab.press("/");
      tab.until("document.activeElement.id === 'search'");
      tab.type("order 140");
      tab.see(".line.error .found");
      tab.until("document.querySelectorAll('.loglines .line').length < 20");
      // Marks of the project's life may stand between, whichever test ran before.
      List<String> lines = tab.log().stream().filter(line -> !line.startsWith("──")).toList();
      assertEquals("GET /orders/138 200", lines.get(0), "three lines before");
      assertEquals(7, lines.size(), lines.toString());
      assertTrue(tab.page().url().contains("q=order+140"), tab.page().url());
      tab.find(".line .found").click();
      tab.see(".line.here:has-text('order 140')");
      tab.until("document.querySelectorAll('.loglines .line').length > 200");
      tab.press("/");
      tab.until("document.activeElement.id === 'search'");
      tab.press("Escape");
      tab.until("!location.hash.includes('q=')");
      tab.press("/");
      tab.until("document.activeElement.id === 'search'");
      tab.type("!/orders/");
      tab.until("document.querySelectorAll('.loglines .line:not(.context)').length === 3");
      tab.clean();
    }
  }

  @Test
  void aLinkBringsBackTheView(Browser browser) {
    try (Tab tab = open(browser, "#p=web&q=timed&lvl=error")) {
      tab.until("document.querySelectorAll('.line .found').length === 3");
      assertEquals("timed", tab.find("#search").inputValue());
      assertEquals("true", tab.find(".seg.error").getAttribute("aria-pressed"));
      tab.press("h");
      tab.see("#tab-health[aria-selected=true]");
      assertTrue(tab.page().url().endsWith("#t=health"), tab.page().url());
      tab.page().goBack();
      tab.see("#tab-log[aria-selected=true]");
      assertEquals("timed", tab.find("#search").inputValue());
    }
  }

  @Test
  void errorsAreTwoKeysAway(Browser browser) {
    try (Tab tab = open(browser, "#p=web")) {
      tab.press("Shift+E");
      tab.see(".line.here:has-text('order 240')");
      tab.press("Shift+E");
      tab.see(".line.here:has-text('order 140')");
      tab.press("e");
      tab.see(".line.here:has-text('order 240')");
      // The gutter shows where errors lie.
      tab.until("document.querySelectorAll('.ticks i').length >= 3");
    }
  }

  @Test
  void scrollingUpPausesAndTheEndIsOneKeyAway(Browser browser) throws Exception {
    Feed busy = new Feed(host, "busy");
    String[] many = new String[200];
    Arrays.setAll(many, i -> "line " + i);
    busy.say(many);
    try (Tab tab = open(browser, "#p=busy")) {
      tab.until("ink.view.status().lines === 200");
      tab.find(".logbox .loglines").focus();
      tab.press("PageUp");
      tab.see(".follow[aria-pressed=false]");
      Object top = tab.ask(STANDS_STILL_AT);
      busy.say("while you read", "Error: one more");
      tab.see(".pill:has-text('2 new · 1 error')");
      assertEquals(top, tab.ask(STANDS_STILL_AT));
      tab.press("End");
      tab.gone(".pill");
      tab.see(".line:has-text('one more')");
      tab.press("f");
      tab.see(".follow[aria-pressed=false]");
      tab.clean();
    }
  }

  @Test
  void thePaletteFindsEverythingByName(Browser browser) {
    try (Tab tab = open(browser, "#p=web")) {
      tab.press("Control+k");
      tab.see("dialog .palette");
      tab.type("log of api");
      tab.press("Enter");
      tab.see("h2:has-text('api')");
      tab.press("Control+k");
      tab.type("restart web");
      tab.press("Enter");
      tab.see(".act.restart.armed:has-text('Restart web on ')");
      tab.press("Escape", "?");
      tab.see("dialog[aria-label=Keys]");
      tab.press("Escape");
      tab.gone("dialog");
      tab.clean();
    }
  }

  @Test
  void keysGoThroughProjectsTabsAndThemes(Browser browser) {
    try (Tab tab = open(browser, "#p=web")) {
      tab.press("k");
      tab.see("h2:has-text('api')");
      tab.press("j");
      tab.see("h2:has-text('web')");
      tab.press("h");
      for (String view :
          List.of("2backups", "3rotation", "4surfaces", "5audit", "6log", "1health")) {
        tab.press(view.substring(0, 1));
        tab.see("#tab-" + view.substring(1) + "[aria-selected=true]");
      }
      tab.press("o");
      tab.see(".home th:has-text('web')");
      tab.open("#p=web");
      tab.press("d");
      tab.until("document.documentElement.dataset.theme === 'dark'");
      tab.press("d");
      tab.until("document.documentElement.dataset.theme === 'light'");
      tab.press("w");
      tab.see(".loglines.nowrap");
      tab.clean();
    }
  }

  @Test
  void fragmentsOfTheEarlierPageLeadToTheirViews(Browser browser) {
    try (Tab tab = open(browser, "#p=web&t=log")) {
      tab.see("h2:has-text('web')");
      for (String earlier :
          List.of("timeline-audit", "health-health", "backups-backups", "surfaces-surfaces")) {
        String[] names = earlier.split("-");
        tab.ask("location.hash = '#p=web&t=" + names[0] + "'");
        tab.see("#tab-" + names[1] + "[aria-selected=true]");
        tab.gone(".head[data-project]");
      }
      tab.ask("location.hash = '#p=main'");
      tab.see(".loglines[aria-label='Log of the host']");
      tab.clean();
    }
  }

  /** Last, for the servers then print all they have said once more. */
  @Test
  @Order(Integer.MAX_VALUE)
  void stoppingAllAsksForTheirNumber(Browser browser) {
    try (Tab tab = open(browser, "#p=web")) {
      tab.press("Control+k");
      tab.type("stop all");
      tab.press("Enter");
      tab.see("dialog[aria-label='Stop all projects']");
      tab.type("99");
      assertTrue(tab.find("dialog .act.stop").isDisabled());
      tab.press("Escape");
      tab.gone("dialog");
      assertEquals("RUNNING", host.project("web", "desired"));
    }
  }

  @Test
  void aBackupIsMadeFromThePage(Browser browser) {
    try (Tab tab = Tab.of(browser, host).open("#p=web&t=backups")) {
      tab.find("button:has-text('Back up now')").focus();
      tab.press("Enter");
      tab.see(".toast:has-text('Backup made and verified')");
      tab.see("table th:has-text('bot-')");
      tab.find("#tab-rotation").click();
      tab.find("button:has-text('Rotate web')").focus();
      tab.press("Enter");
      tab.see(".toast:has-text('Rotated: web.log.')");
      tab.clean();
    }
  }
}
