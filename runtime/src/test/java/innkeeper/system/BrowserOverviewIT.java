package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.KeyboardModifier;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The overview and the views of the host: what they say is true, and all of it works by keyboard.
 */
@ExtendWith(Chromium.class)
class BrowserOverviewIT {

  private static final String LABEL = "build-7";

  private static HostProcess host;

  @BeforeAll
  static void start() throws Exception {
    host = new HostProcess().with("HOST_LABEL", LABEL);
    host.start();
    for (String id : List.of("shop-a", "shop-b", "web")) {
      host.cli("add", id, "--port", "4300", "--", "sleep", "600").ok();
      host.awaitState(id, "RUNNING");
    }
    String fails = "echo \"KeyError: 'sku-31'\" >&2; sleep 1.5; exit 1";
    host.cli("add", "fails", "--restart", "never", "--no-wait", "--", "/bin/sh", "-c", fails);
    host.cli("add", "off", "--no-autostart", "--", "sleep", "600").ok();
    host.awaitState("fails", "EXITED");
  }

  @AfterAll
  static void stop() throws Exception {
    host.close();
  }

  private static Tab open(Browser browser, String fragment) {
    return Tab.of(browser, host).open(fragment);
  }

  /**
   * A script that shows so many projects besides those there are: the page knows them from the
   * stream as well. Each 50th waits for its next start.
   */
  static String many(int count) {
    return "(() => { const one = ink.state.projects.find(r => r.state === 'RUNNING');"
        + " const at = new Date().toISOString();"
        + " const made = Array.from({length: "
        + count
        + "}, (_, i) => Object.assign({}, one, {channelId: 'm' + i, name: (i % 3 ? 'job-' : 'site-') + i},"
        + " i % 50 === 7 ? {state: 'BACKOFF', stateCode: 30, nextRetryAt: at, reason: 'it ended',"
        + " resources: {cpuPercent: 0, rssBytes: 0, processes: 0}} : {}));"
        + " ink.reduce.snapshot({serverTime: at, projects: ink.state.projects.concat(made)}); })()";
  }

  private static List<String> names(Tab tab) {
    return tab.page().locator(".fleet tr[data-id] th").allTextContents();
  }

  private static Locator row(Tab tab, String id) {
    return tab.find(".fleet tr[data-id='" + id + "']");
  }

  @Test
  void theSentenceNamesWhatNeedsAPersonAndWhy(Browser browser) {
    try (Tab tab = open(browser, "")) {
      tab.see(".sentence strong:has-text('1 of 5 needs you')");
      tab.see(".sentence a:has-text('fails')");
      tab.see(".sentence:has-text(\"KeyError: 'sku-31'\")");
      assertEquals("fails", names(tab).get(0), "trouble is first");
      tab.clean();
    }
  }

  @Test
  void aServerThatEndsAgainAfterItsStartIsSaidWithItsCause(Browser browser) {
    try (Tab tab = open(browser, "#p=fails")) {
      tab.find(".head .act.start").click();
      tab.see(".toast.ok:has-text('fails is ready')");
      tab.see(".toast.err:has-text('fails ended again after ')");
      tab.see(".toast.err:has-text(\"KeyError: 'sku-31' (code 1)\") button:has-text('Open log')");
      tab.clean();
    }
    host.awaitState("fails", "EXITED");
  }

  @Test
  void aLogThatWaitsForDiskNeedsAPersonInTheSentenceTheRowAndTheLog(Browser browser) {
    String reason = "waiting for disk: 3 MiB free";
    try (Tab tab = open(browser, "")) {
      tab.see(".sentence strong:has-text('1 of 5 needs you')");
      tab.ask(
          "ink.reduce.project(Object.assign({}, ink.project('web'), { reason: '"
              + reason
              + "' }))");
      tab.see(".sentence strong:has-text('2 of 5 need you')");
      tab.see(".sentence:has-text('web is " + reason + "')");
      tab.see("tr.warn[data-id='web'] .whycell:has-text('" + reason + "')");
      tab.see(".statechips .chip:has-text('waiting for disk')");
      tab.open("#p=web");
      tab.see(".logtab .remark:has-text('" + reason + "')");
      tab.clean();
    }
  }

  @Test
  void everyPlaceNamesTheHost(Browser browser) {
    try (Tab tab = open(browser, "#p=web")) {
      tab.see(".bar .machine:has-text('build-7')");
      tab.until("document.title.endsWith('build-7 – Innkeeper')");
      tab.find(".head .act.stop").click();
      tab.see(".act.armed:has-text('Stop web on build-7?')");
      tab.press("Escape", "Control+k");
      tab.see("dialog input[placeholder*='build-7']");
      tab.type("stop all");
      tab.press("Enter");
      tab.see("dialog h2:has-text('Stop all projects on build-7?')");
      tab.clean();
    }
  }

  @Test
  void titleAndIconCountWhatIsWrong(Browser browser) {
    try (Tab tab = open(browser, "")) {
      tab.until("document.title.includes('(1) 1 ')");
      tab.until("document.querySelector('link[rel=icon]').getAttribute('href').endsWith('-1.svg')");
      tab.ask(many(150));
      tab.until("document.title.includes('(4) ')");
      String icon = String.valueOf(tab.ask("document.querySelector('link[rel=icon]').href"));
      assertTrue(icon.endsWith("-4.svg"), icon);
      tab.clean();
    }
  }

  @Test
  void healthCountsWhatIsNotReadyWithOneRowAndOneActionForEach(Browser browser) {
    try (Tab tab = open(browser, "#t=health")) {
      tab.see(".lead:has-text('1 of 5 projects needs a look')");
      Locator row = tab.find(".grid tr:has(th:has-text('fails'))");
      assertEquals(1, row.count());
      assertEquals(1, row.locator("button").count());
      assertTrue(tab.find("#tab-health b").textContent().matches("[1-9]"));
      tab.clean();
    }
  }

  @Test
  void whatWasNotSampledIsADashAndNoZero(Browser browser) {
    try (Tab tab = open(browser, "")) {
      tab.see(".fleet");
      assertTrue(row(tab, "off").textContent().contains("–"), row(tab, "off").textContent());
      assertTrue(!row(tab, "off").textContent().contains("0 B"));
      String fresh =
          "ink.reduce.project(Object.assign({}, ink.state.projects.find(r => r.name === 'web'),"
              + " {channelId: 'fresh', name: 'fresh', resources: {cpuPercent: 0, rssBytes: 0, processes: 0}}))";
      tab.ask(fresh);
      row(tab, "fresh").waitFor();
      List<String> figures = row(tab, "fresh").locator(".num").allTextContents();
      assertEquals(List.of("–", "–", "–", "–"), figures.subList(0, 4));
      tab.ask("ink.go({p: 'fresh'})");
      tab.see(".facts div:has-text('memory') dd:has-text('–')");
      // Another log is another stream, whose snapshot does not know it.
      tab.until(
          "("
              + fresh
              + ", document.querySelector(\".rail .item[data-id='fresh'] .sub\")?.textContent.includes('–'))");
      tab.clean();
    }
  }

  @Test
  void aProjectThatWasGivenUpIsRedEverywhereAndTheVerdictLeadsToIt(Browser browser) {
    try (Tab tab = open(browser, "")) {
      tab.ask(
          "ink.reduce.project(Object.assign({}, ink.state.projects.find(r => r.name === 'off'),"
              + " {channelId: 'dead', name: 'dead', state: 'FATAL', stateCode: 200, reason: 'gave up'}))");
      tab.see(".verdict.fail:has-text('1 failed')");
      Object same =
          tab.ask(
              "getComputedStyle(document.querySelector('.verdict strong')).color"
                  + " === getComputedStyle(document.querySelector('tr[data-id=dead] .state')).color");
      assertEquals(true, same);
      tab.find(".verdict a").click();
      tab.until("location.hash === '#state=ill'");
      assertTrue(names(tab).containsAll(List.of("dead", "fails")), names(tab).toString());
      assertEquals(2, names(tab).size());
      tab.clean();
    }
  }

  @Test
  void sizesHaveTheUnitsOfTheCommandLine(Browser browser) throws Exception {
    String shown = host.cli("status", "web").ok().out();
    try (Tab tab = open(browser, "#p=web")) {
      tab.until("/[0-9] [KMG]iB/.test(document.querySelector('.facts').textContent)");
      assertTrue(!tab.find(".facts").textContent().matches("(?s).*[0-9] [kMG]B.*"));
      assertTrue(!shown.matches("(?s).*[0-9] [kMG]B.*"), shown);
    }
  }

  @Test
  void columnsSortBothWaysAndTheAddressKeepsIt(Browser browser) {
    try (Tab tab = open(browser, "")) {
      tab.find(".fleet th.name button").click();
      tab.until("location.hash === '#sort=name'");
      tab.see("th.name[aria-sort=ascending]");
      assertEquals(List.of("fails", "off", "shop-a", "shop-b", "web"), names(tab));
      tab.find(".fleet th.name button").click();
      tab.see("th.name[aria-sort=descending]");
      assertEquals("web", names(tab).get(0));
      tab.page().reload();
      tab.alive();
      assertEquals("web", names(tab).get(0));
      tab.clean();
    }
  }

  @Test
  void chipsFilterByStateAndTheAddressKeepsThem(Browser browser) {
    try (Tab tab = open(browser, "")) {
      tab.find(".chip:has-text('STOPPED')").click();
      tab.until("location.hash === '#state=STOPPED'");
      assertEquals(List.of("off"), names(tab));
      tab.find(".chip:has-text('RUNNING')").click();
      tab.until("document.querySelectorAll('.fleet tr[data-id]').length >= 4");
      tab.see(".hidden:has-text('1 project hidden by the filter. show all')");
      tab.page().goBack();
      tab.until("document.querySelectorAll('.fleet tr[data-id]').length === 1");
      tab.clean();
    }
  }

  @Test
  void quietProjectsOfALargeFleetAreFoldedByTheBeginningOfTheirNames(Browser browser) {
    try (Tab tab = open(browser, "")) {
      tab.ask(many(150));
      tab.see(".fleetfold button[aria-expanded=false]:has-text('job')");
      assertEquals(4, names(tab).size(), "only what needs a person is unfolded");
      tab.find(".fleetfold button:has-text('site')").click();
      tab.until("document.querySelectorAll('.fleet tr[data-id]').length > 40");
      tab.find(".chip:has-text('all')").focus();
      tab.find(".seg:has-text('group')").click();
      tab.until("document.querySelectorAll('.fleet tr[data-id]').length === 155");
      tab.clean();
    }
  }

  @Test
  void actionsOnManyAskOnceMoreAndTellTheOutcomeOfEach(Browser browser) {
    try (Tab tab = open(browser, "#sort=name")) {
      row(tab, "shop-a").locator("input").click();
      row(tab, "shop-b")
          .locator("input")
          .click(new Locator.ClickOptions().setModifiers(List.of(KeyboardModifier.SHIFT)));
      tab.see(".bulk:has-text('2 selected')");
      String before = host.project("shop-b", "pid");
      tab.find(".bulk .restart").click();
      tab.see(".bulk .restart.armed:has-text('Restart 2 projects on build-7?')");
      assertEquals(before, host.project("shop-b", "pid"), "once is not enough");
      tab.find(".bulk .restart").click();
      tab.see("tr[data-id='shop-a'] .whycell .ok:has-text('restarted')");
      tab.see("tr[data-id='shop-b'] .whycell .ok:has-text('restarted')");
      tab.see(".toast:has-text('2 of 2 restarted')");
      assertTrue(!before.equals(host.project("shop-b", "pid")));
      tab.clean();
    }
  }

  @Test
  void theFleetIsOneStopOfTabAndItsKeysMoveSelectAndOpen(Browser browser) {
    try (Tab tab = open(browser, "#sort=name")) {
      tab.ask(many(150));
      tab.until("document.querySelectorAll('.fleet tr[data-id]').length === 155");
      tab.press("j");
      assertEquals("fails", tab.focus(), "by name, numbers as numbers");
      tab.press("Home", "j");
      String second = tab.focus();
      tab.press(" ", "Shift+ArrowDown");
      tab.see(".bulk:has-text('2 selected')");
      tab.press("ArrowUp");
      assertEquals(second, tab.focus());
      Object stops = tab.ask("document.querySelectorAll('.fleet tbody [tabindex=\"0\"]').length");
      assertEquals(1, stops, "155 rows are one stop");
      tab.press("Enter");
      tab.see(".head h2:has-text('" + second + "')");
      Object links = tab.ask("document.querySelectorAll('.rail a:not([tabindex=\"-1\"])').length");
      assertEquals(1, links, "the rail is one stop too");
      tab.press("o");
      tab.see(".fleet");
      tab.clean();
    }
  }

  @Test
  void thePaletteFindsLettersThatStandInOrder(Browser browser) {
    try (Tab tab = open(browser, "")) {
      tab.press("Control+k");
      tab.type("rst shpb");
      tab.see("#found0:has-text('Restart shop-b')");
      tab.press("Enter");
      tab.see(".act.restart.armed:has-text('Restart shop-b on build-7?')");
      tab.press("Escape", "Control+k");
      tab.type("settings");
      tab.press("Enter");
      tab.see("#tab-settings[aria-selected=true]");
      tab.clean();
    }
  }

  @Test
  void settingsSayWhereEachValueComesFromAndHideWhatACommandHolds(Browser browser)
      throws Exception {
    try (HostProcess other =
        new HostProcess().with("BACKUP_HOOK", "rclone --password=hunter2 copy \"$1\" box:")) {
      other.start();
      try (Tab tab = Tab.of(browser, other).open("#t=settings")) {
        tab.see("tr:has(th:has-text('LOG_MAX_FILES')) td:has-text('default')");
        tab.see("tr:has(th:has-text('BACKUP_HOOK')) td:has-text('environment')");
        String text = tab.find(".pane").textContent();
        assertTrue(text.contains("rclone") && !text.contains("hunter2"), text);
        assertTrue(!text.contains(other.data().toString()), "no absolute path");
        tab.clean();
      }
    }
  }

  @Test
  void aPortIsOfferedAsTheLineThatReachesIt(Browser browser) {
    try (Tab tab = open(browser, "#p=web")) {
      tab.find(".menu.port summary").click();
      String line = tab.find(".menu.port code").textContent();
      assertTrue(line.matches("ssh -N -L 4300:127\\.0\\.0\\.1:4300 \\S+@\\S+"), line);
      tab.clean();
    }
  }

  @Test
  void headAndRailCountFromTheSameTimeAfterAnAdoption(Browser browser) throws Exception {
    try (HostProcess mortal = HostProcess.running()) {
      mortal.cli("add", "web", "--", "sleep", "600").ok();
      mortal.awaitState("web", "RUNNING");
      mortal.crash();
      mortal.start();
      mortal.awaitState("web", "RUNNING");
      try (Tab tab = Tab.of(browser, mortal).open("#p=web")) {
        tab.see(".facts div:has-text('adopted')");
        // The two texts may be drawn in different seconds, but soon agree.
        HostProcess.await(
            "head and rail agree",
            () ->
                Boolean.TRUE.equals(
                    tab.ask(
                        "(() => { const head = document.querySelector('.head .title').textContent.match(/for ([0-9smh ]+)/)[1].trim();"
                            + " return document.querySelector('.rail .sub').textContent.includes(' ' + head + ' '); })()")));
      }
    }
  }

  @Test
  void aColouredGroundInALogKeepsItsContrast(Browser browser) throws Exception {
    Feed feed = new Feed(host, "ansi");
    feed.say("\u001b[41;37m FAIL \u001b[0m suite orders");
    try (Tab tab = open(browser, "#p=ansi")) {
      tab.see(".line .b1");
      Object ground =
          tab.ask("getComputedStyle(document.querySelector('.line .b1')).backgroundColor");
      assertEquals("rgb(179, 20, 14)", ground);
    } finally {
      host.cli("remove", "ansi").ok();
    }
  }

  @Test
  void fiveHundredRowsScrollWithoutBeingMadeAgain(Browser browser) {
    try (Tab tab = open(browser, "#sort=name")) {
      tab.ask(many(500));
      tab.until("document.querySelectorAll('.fleet tr[data-id]').length === 505");
      Object made =
          tab.ask(
              "(async () => { const box = document.querySelector('#panel'); let made = 0;"
                  + " const watch = new MutationObserver(all => all.forEach(one =>"
                  + " one.addedNodes.forEach(node => { if (node.matches?.('tr, tbody, table')) made++; })));"
                  + " watch.observe(box, {childList: true, subtree: true});"
                  + " for (let i = 0; i < 120; i++) { box.scrollTop += 90;"
                  + " await new Promise(requestAnimationFrame); }"
                  + " watch.disconnect(); return made; })()");
      assertEquals(0, ((Number) made).intValue(), "rows made while the table scrolled");
      tab.clean();
    }
  }
}
