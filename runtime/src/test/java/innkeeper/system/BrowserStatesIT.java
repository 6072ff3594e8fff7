package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ForcedColors;
import com.microsoft.playwright.options.Media;
import com.microsoft.playwright.options.ReducedMotion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Every state the page can be in, in every theme: axe finds nothing, and nothing needs scrolling
 * sideways on a narrow screen. With {@code -Dinnkeeper.shots=DIR} each is photographed.
 */
@ExtendWith(Chromium.class)
class BrowserStatesIT {

  private static HostProcess host;

  @BeforeAll
  static void start() throws Exception {
    host = HostProcess.running();
    Feed web = new Feed(host, "web");
    web.say(
        "listening on \u001b[36mhttp://127.0.0.1:4300\u001b[0m",
        "\u001b[33mwarning\u001b[0m: cache is cold, password=hunter2",
        "\u001b[31mError: timeout after 5000 ms\u001b[0m",
        "    at Timeout.run (db.js:41)",
        "{\"level\":30,\"time\":1763703601120,\"msg\":\"request done\",\"ms\":12}",
        "debug pool size 10",
        "\u001b[41;37m FAIL \u001b[0m suite orders",
        "a very long line ".repeat(40));
    host.cli("add", "ill", "--", "/bin/sh", "-c", "echo cannot start >&2; exit 137");
    host.cli("add", "off", "--no-autostart", "--port", "4711", "--", "sleep", "600").ok();
    HostProcess.await("it has failed once", () -> !"null".equals(host.project("ill", "lastExit")));
    host.cli("backup").ok();
  }

  @AfterAll
  static void stop() throws Exception {
    host.close();
  }

  /** In three looks, the dark one on a narrow screen; axe knows nothing of forced colours. */
  static void sound(Tab tab, String state) throws Exception {
    for (String look : List.of("forced", "light", "dark-narrow")) {
      Page.EmulateMediaOptions media =
          new Page.EmulateMediaOptions()
              .setMedia(Media.SCREEN)
              .setColorScheme(look.equals("dark-narrow") ? ColorScheme.DARK : ColorScheme.LIGHT)
              .setForcedColors(look.equals("forced") ? ForcedColors.ACTIVE : ForcedColors.NONE);
      tab.page().emulateMedia(media);
      // 320 pixels are 400 % of 1280.
      tab.page().setViewportSize(look.equals("dark-narrow") ? 320 : 1280, 800);
      shot(tab, state + "-" + look);
      if (!look.equals("forced")) {
        // A message that fades in has less contrast for 160 ms.
        tab.page()
            .waitForFunction(
                "() => document.getAnimations().every(a => a.playState !== 'running' || a.effect.getTiming().iterations === Infinity)");
        assertEquals(List.of(), violations(tab.page()), state + ", " + look);
      }
      Object wide = tab.ask("document.documentElement.scrollWidth - innerWidth");
      assertTrue(((Number) wide).intValue() <= 0, state + ", " + look + ": too wide by " + wide);
    }
  }

  /** Axe's script is large and is loaded once per page. */
  private static Object violations(Page page) {
    if (page.evaluate("'axe' in window").equals(false)) {
      page.evaluate(AxeBuilder.getAxeScript());
    }
    return page.evaluate(
        "axe.run({resultTypes: ['violations']}).then(run => run.violations.flatMap(rule =>"
            + " rule.nodes.map(n => `${rule.id}: ${n.html} ${n.failureSummary}`)))");
  }

  private static void shot(Tab tab, String name) throws Exception {
    String directory = System.getProperty("innkeeper.shots");
    if (directory != null) {
      Path file = Files.createDirectories(Path.of(directory)).resolve(name + ".png");
      tab.page().screenshot(new Page.ScreenshotOptions().setPath(file));
    }
  }

  private interface Steps {
    void in(Tab tab) throws Exception;
  }

  /** Opens the page there, goes on from there, and looks; nothing went wrong on the way. */
  private static void sound(Browser browser, String fragment, String state, Steps steps)
      throws Exception {
    try (Tab tab = Tab.of(browser, host).open(fragment)) {
      steps.in(tab);
      sound(tab, state);
      tab.clean();
    }
  }

  @Test
  void theLogIsSound(Browser browser) throws Exception {
    sound(browser, "#p=web", "log", tab -> tab.see(".line.error"));
  }

  @Test
  void aFilteredAndPausedLogIsSound(Browser browser) throws Exception {
    sound(
        browser,
        "#p=web&q=error",
        "filtered",
        tab -> {
          tab.see(".line .found");
          tab.press("f");
          tab.see(".pill");
        });
  }

  @Test
  void aSearchThatIsNoPatternIsSaidSo(Browser browser) throws Exception {
    sound(
        browser,
        "#p=web&q=%2F%28%2F",
        "no-pattern",
        tab -> tab.see("#searchnote:has-text('no pattern')"));
  }

  @Test
  void theOverviewIsSound(Browser browser) throws Exception {
    sound(browser, "", "overview", tab -> tab.see(".home th:has-text('ill')"));
  }

  @Test
  void theOverviewOfManyProjectsIsSound(Browser browser) throws Exception {
    sound(
        browser,
        "",
        "many",
        tab -> {
          tab.ask(BrowserOverviewIT.many(150));
          tab.see(".fleetfold:has-text('others')");
          tab.find(".fleet .pick input").nth(2).click();
          tab.see(".bulk");
        });
  }

  @Test
  void thePortAndHowToReachItAreSound(Browser browser) throws Exception {
    sound(
        browser,
        "#p=off",
        "port",
        tab -> {
          tab.find(".menu.port summary").click();
          tab.see(".menu.port code:has-text('ssh -N -L 4711:127.0.0.1:4711')");
        });
  }

  @Test
  void theViewsOfTheHostAreSound(Browser browser) throws Exception {
    try (Tab tab = Tab.of(browser, host).open("#t=host")) {
      for (String view :
          List.of("health", "backups", "rotation", "surfaces", "audit", "log", "settings")) {
        tab.find("#tab-" + view).click();
        tab.see("#tab-" + view + "[aria-selected=true]");
        sound(tab, view);
      }
      tab.clean();
    }
  }

  @Test
  void whatASurfaceGivesAndNeedsAndItsChangesAreSound(Browser browser) throws Exception {
    sound(
        browser,
        "#t=surfaces",
        "surface",
        tab -> {
          tab.find(".grid button:has-text('innkeeper.admin')").click();
          tab.see(".more:has-text('Supervisor')");
          tab.see(".more:has-text('started')");
        });
  }

  @Test
  void aProjectThatFailsSaysWhyAndWhatNext(Browser browser) throws Exception {
    sound(
        browser,
        "#p=ill",
        "failing",
        tab -> {
          tab.see(".head .why");
          tab.see(".verdict.warn, .verdict.fail");
          tab.see(".facts dd:has-text('code 137 (SIGKILL, or exit 137)')");
        });
  }

  @Test
  void anEmptyLogSaysWhatWillCome(Browser browser) throws Exception {
    sound(
        browser,
        "#p=off",
        "empty-log",
        tab -> tab.see(".over.empty:has-text('Nothing logged yet')"));
  }

  @Test
  void dialogsMenusAndAnArmedButtonAreSound(Browser browser) throws Exception {
    try (Tab tab = Tab.of(browser, host).open("#p=web")) {
      tab.press("Control+k");
      tab.see("dialog .palette");
      sound(tab, "palette");
      tab.press("Escape");
      tab.gone("dialog");
      tab.press("?");
      tab.see("dialog[aria-label=Keys]");
      sound(tab, "keys");
      tab.press("Escape");
      tab.gone("dialog");
      tab.find(".head .act.stop").click();
      tab.see(".act.stop.armed");
      tab.find(".acts .menu summary").evaluate("s => s.parentElement.open = true");
      sound(tab, "armed");
      tab.clean();
    }
  }

  @Test
  void aProjectThatIsGoneIsSaidSo(Browser browser) throws Exception {
    sound(browser, "#p=nobody", "missing", tab -> tab.see(".head:has-text('no such project')"));
  }

  @Test
  void theFirstScreenWithoutAProjectSaysHowToBegin(Browser browser) throws Exception {
    try (HostProcess fresh = HostProcess.running();
        Tab tab = Tab.of(browser, fresh).open("")) {
      tab.see(".first:has-text('innkeeper add')");
      sound(tab, "first");
      tab.page().evaluate("fetch('/api/nothing').then(() => 0)");
      fresh.crash();
      tab.see(".banner:has-text('No answer from')");
      sound(tab, "gone");
    }
  }

  @Tag("nightly")
  @Test
  void aHostThatDiesAndComesBackIsSaidSoAndNothingIsLost(Browser browser) throws Exception {
    try (HostProcess mortal = new HostProcess().with("HOST_LABEL", "states")) {
      mortal.start();
      Feed feed = new Feed(mortal, "web");
      feed.say("before");
      try (Tab tab = Tab.of(browser, mortal).open("#p=web")) {
        tab.see(".line:has-text('before')");
        mortal.crash();
        tab.see(".banner [role=alert]:has-text('No answer')");
        tab.see(".app.stale");
        assertEquals("… No answer – states – Innkeeper", tab.page().title());
        assertTrue(tab.find(".head .act.stop").isDisabled());
        sound(tab, "stale");
        feed.say("meanwhile");
        // A host that comes back answers before it has streams; its lines are polled until then.
        tab.page().route("**/api/events*", route -> route.abort());
        mortal.start();
        tab.see(".line:has-text('meanwhile')");
        tab.page().unroute("**/api/events*");
        feed.say("after");
        tab.alive();
        tab.gone(".banner");
        tab.see(".line:has-text('after')");
        assertEquals(
            List.of("before", "meanwhile", "after"),
            tab.page().locator(".loglines .line").allTextContents());
      }
    }
  }

  @Test
  void aSurfaceThatIsReplacedIsNoFault(Browser browser) throws Exception {
    try (Tab tab = Tab.of(browser, host).open("#p=web")) {
      tab.see(".line.error");
      int lines = tab.log().size();
      tab.ask(
          "() => { window.banners = []; new MutationObserver(() =>"
              + " document.querySelectorAll('.banner').forEach(b => banners.push(b.textContent)))"
              + ".observe(document.body, {subtree: true, childList: true}); }");
      host.cli("update", "innkeeper.admin").ok();
      tab.page().waitForTimeout(1500);
      tab.alive();
      assertTrue(
          !String.valueOf(tab.ask("banners.join()")).contains("No answer"),
          String.valueOf(tab.ask("banners.join()")));
      assertEquals(lines, tab.page().locator(".loglines .line").count() + marks(tab));
      tab.clean();
    }
    // Who comes now has it from the newcomer.
    try (Tab late = Tab.of(browser, host).open("#p=web")) {
      late.see(".loglines .mark:has-text('RUNNING')");
    }
  }

  private static int marks(Tab tab) {
    return tab.page().locator(".loglines .mark").count();
  }

  @Test
  void withoutScriptsThereIsAPlainStatus(Browser browser) throws Exception {
    try (Tab tab = Tab.of(browser, host, Tab.like(ColorScheme.LIGHT).setJavaScriptEnabled(false))) {
      tab.page().navigate("http://127.0.0.1:" + host.port() + "/?t=health");
      tab.see("tr:has-text('web') .state:has-text('RUNNING')");
      shot(tab, "no-scripts");
      tab.find("a:has-text('web')").click();
      tab.see(".loglines:has-text('listening on')");
      shot(tab, "no-scripts-project");
      tab.find("button:has-text('Stop')").click();
      tab.see(".state:has-text('STOPPED')");
      tab.find("button:has-text('Start')").click();
      tab.see(".state:has-text('RUNNING')");
      tab.find("a:has-text('Overview')").click();
      tab.see("tr:has-text('web') button:has-text('Stop')");
    }
  }

  @Test
  void whoWantsNoMotionGetsNone(Browser browser) throws Exception {
    try (Tab tab =
        Tab.of(browser, host, Tab.like(ColorScheme.DARK).setReducedMotion(ReducedMotion.REDUCE))) {
      tab.open("#p=web");
      tab.ask("ink.toast('hello')");
      tab.see(".toast");
      assertEquals(
          "0s", tab.find(".toast").first().evaluate("t => getComputedStyle(t).animationDuration"));
      assertEquals(0, tab.ask("document.getAnimations().length"));
    }
  }
}
