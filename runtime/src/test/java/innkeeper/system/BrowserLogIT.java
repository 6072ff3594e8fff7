package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The view of a log: what it shows of records and times, what it finds, and that it stands still.
 */
@ExtendWith(Chromium.class)
class BrowserLogIT {

  private static final int LOADED = 1000;

  private static HostProcess host;
  private static Feed shop;
  private static Feed deep;

  @BeforeAll
  static void start() throws Exception {
    host = HostProcess.running();
    shop = new Feed(host, "shop");
    shop.say(
        "shop listens",
        "Traceback (most recent call last):",
        "  File \"/srv/shop/orders.py\", line 41, in place",
        "    stock[sku] -= 1",
        "KeyError: 'sku-31'",
        "Exception in thread \"main\" java.lang.IllegalStateException: no stock",
        "\tat shop.Stock.take(Stock.java:12)",
        "\tat shop.Main.main(Main.java:7)",
        "{\"level\":\"warn\",\"ts\":\"2026-11-22T03:12:00Z\",\"msg\":\"slow order\",\"order\":\"a-17\",\"ms\":5012,"
            + "\"path\":\"/orders/a-17/from/basket/step/payment/retry/2/of/3\"}",
        "level=info msg=\"order done\" order=a-18 ms=12",
        "long " + "word ".repeat(3300) + "needle-at-the-end",
        "family \ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67 joined");
    shop.say("connection refused\n".repeat(340).strip());
    deep = new Feed(host, "deep");
    List<String> lines = new ArrayList<>();
    lines.add("the first needle of all");
    for (int i = 0; i < 2 * LOADED; i++) {
      lines.add("GET /orders/" + i + " 200");
    }
    deep.say(lines.toArray(String[]::new));
    HostProcess.await("all is logged", () -> host.log("deep").size() == lines.size());
    HostProcess.await("all is logged", () -> host.log("shop").size() == 352);
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

  private static int rows(Tab tab, String selector) {
    return tab.page().locator(".loglines " + selector).count();
  }

  /** Lines come without end until it is closed. */
  private static final class Torrent implements AutoCloseable {

    private final AtomicBoolean over = new AtomicBoolean();
    private final Thread thread;

    Torrent(Feed feed, int perSecond) {
      thread =
          new Thread(
              () -> {
                for (int n = 0; !over.get(); n++) {
                  String[] lines = new String[perSecond / 20];
                  for (int i = 0; i < lines.length; i++) {
                    lines[i] = "tick " + n + "." + i + " GET /orders 200 in 3 ms";
                  }
                  try {
                    feed.say(lines);
                    Thread.sleep(50);
                  } catch (Exception e) {
                    over.set(true);
                  }
                }
              });
      thread.start();
    }

    boolean running() {
      return !over.get();
    }

    @Override
    public void close() {
      over.set(true);
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Test
  void aPauseHoldsWhileFiveThousandLinesComeEachSecond(Browser browser) throws Exception {
    Feed torrent = new Feed(host, "torrent");
    try (Torrent running = new Torrent(torrent, 5000);
        Tab tab = open(browser, "#p=torrent")) {
      tab.until("ink.view.status().total > 3000");
      for (int i = 0; i < 12; i++) {
        if (i % 3 == 2) {
          tab.find(".follow").click();
        } else {
          tab.page().locator("body").press(i % 3 == 0 ? " " : "f");
        }
        tab.until("!ink.view.status().following");
        Object last = tab.ask("document.querySelector('.loglines .line:last-child').textContent");
        tab.until("ink.view.status().following || ink.view.status().newLines > 3000");
        assertEquals(false, tab.ask("ink.view.status().following"), "pause " + i);
        assertEquals(
            last, tab.ask("document.querySelector('.loglines .line:last-child').textContent"));
        tab.page().locator("body").press(i % 2 == 0 ? "f" : "End");
        tab.until("ink.view.status().following");
      }
      assertTrue(running.running(), "lines came all the time");
      // Only what can be seen is drawn.
      tab.until("document.querySelectorAll('.loglines .line').length < 200");
      tab.clean();
    }
  }

  @Test
  void aPausedLogIsReadOnToWhatCameMeanwhileAndOnlyAPersonFollowsAgain(Browser browser)
      throws Exception {
    Feed feed = new Feed(host, "slow");
    feed.say(numbered("before", 300));
    try (Tab tab = open(browser, "#p=slow")) {
      tab.see(".line:has-text('before 299')");
      tab.find(".logbox .loglines").focus();
      tab.press("PageUp");
      tab.see(".follow[aria-pressed=false]");
      feed.say(numbered("after", 50));
      tab.see(".pill:has-text('50 new')");
      tab.page().locator(".logbox .loglines").hover();
      tab.page().mouse().wheel(0, 20_000);
      tab.see(".line:has-text('after 49')");
      tab.clean();
    }
  }

  private static String numbered(String word, int count) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < count; i++) {
      out.append(i == 0 ? "" : "\n").append(word).append(' ').append(i);
    }
    return out.toString();
  }

  @Test
  void aTraceIsOneRowThatSaysWhatHappenedAndOpensWithEnter(Browser browser) {
    try (Tab tab = open(browser, "#p=shop")) {
      assertTrue(
          tab.see(".line.error:has-text(\"KeyError: 'sku-31'\")")
              .textContent()
              .contains("1 frame"));
      assertTrue(
          tab.see(".line.error:has-text('IllegalStateException')")
              .textContent()
              .contains("2 frames"));
      assertEquals(0, rows(tab, ".line:has-text('orders.py')"), "it is folded");
      tab.find(".seg.error").click();
      tab.see(".line.context");
      tab.find(".logbox .loglines").focus();
      for (int i = 0; i < 20 && rows(tab, ".line.here:has-text('KeyError')") == 0; i++) {
        tab.press("ArrowUp");
      }
      tab.see(".line.here:has-text('KeyError')");
      tab.press("Enter");
      tab.see(".line.open .rest:has-text('line 41, in place')");
      tab.see(".line.open button:has-text('Copy record')");
      tab.press("Enter");
      tab.gone(".line.open");
      tab.clean();
    }
  }

  @Test
  void equalRecordsAreOneRowWithTheirNumber(Browser browser) {
    try (Tab tab = open(browser, "#p=shop")) {
      tab.see(".line:has-text('connection refused') .times:has-text('× 340')");
      assertEquals(1, rows(tab, ".line:has-text('connection refused')"));
    }
  }

  @Test
  void aStructuredLineIsItsMessageAndItsFieldsFilterTheLog(Browser browser) {
    try (Tab tab = open(browser, "#p=shop")) {
      tab.see(".line.warn:has-text('slow order order=a-17 ms=5012')");
      tab.find(".line:has-text('order done order=a-18')").click();
      tab.find(".logfields tr:has-text('a-18') button:has-text('only this')").click();
      tab.see(".logfilters:has-text('order = a-18')");
      tab.until("document.querySelectorAll('.loglines .line:not(.context)').length === 1");
      tab.find(".logfilters button").click();
      tab.see(".line:has-text('connection refused')");
      tab.find(".line.open button:has-text('not this') >> nth=0").click();
      tab.gone(".line:not(.context):has-text('order done')");
      tab.clean();
    }
  }

  @ParameterizedTest
  @MethodSource("windows")
  void aValueOfAnOpenedLineIsAsWideAsItsText(int width, int height, Browser browser) {
    try (Tab tab = open(browser, "#p=shop")) {
      tab.page().setViewportSize(width, height);
      tab.find(".line:has-text('slow order')").click();
      tab.see(".logfields td:has-text('a-17')");
      // The boxes of a text are its rows on the screen.
      String rows =
          "(() => { const r = document.createRange(); r.selectNodeContents([...document"
              + ".querySelectorAll('.logfields td')].find(td => td.textContent.startsWith('%s')));"
              + " return r.getClientRects().length; })()";
      assertEquals(1, tab.ask(String.format(rows, "a-17")));
      int most = width < 720 ? 3 : 1;
      assertTrue(((Number) tab.ask(String.format(rows, "/orders/a-17/"))).intValue() <= most);
      BoundingBox value = tab.find(".logfields td:has-text('a-17') >> nth=0").boundingBox();
      assertTrue(value.x > 0 && value.x + value.width < width, "at " + value.x);
      tab.clean();
    }
  }

  private static Stream<Arguments> windows() {
    return Stream.of(
        Arguments.of(1920, 1080),
        Arguments.of(1440, 900),
        Arguments.of(1280, 800),
        Arguments.of(390, 844));
  }

  @Test
  void aLineIsClampedAtFourRows(Browser browser) {
    try (Tab tab = open(browser, "#p=shop")) {
      tab.see(".line:has-text('long word')");
      Object height = tab.ask("document.querySelector('.line:has(> .fold) .said').clientHeight");
      assertTrue(((Number) height).intValue() <= 4 * 18, "height " + height);
      tab.find(".line:has-text('long word') .fold").click();
      tab.find(".line.open .fold:has-text('all')").click();
      tab.see(".line.open:has-text('needle-at-the-end')");
    }
  }

  @Test
  void aPatternReadsAllOfALongLine(Browser browser) {
    try (Tab tab = open(browser, "#p=shop&q=" + "%2Fneedle-at-the-end%24%2F")) {
      tab.until("document.querySelectorAll('.loglines .line:not(.context)').length === 1");
    }
  }

  @Test
  void aProgressBarIsItsLastStateAndFoundByIt(Browser browser) throws Exception {
    Feed build = new Feed(host, "build");
    build.say("\u001b[33m10 %\r\u001b[33m55 %\r\u001b[32m100 %\u001b[0m of ERR\u001b[31mOR: lost");
    try (Tab tab = open(browser, "#p=build&q=" + "100+%25+of+ERROR%3A")) {
      assertEquals("100 % of ERROR: lost", tab.see(".line .said").textContent().strip());
      tab.find("#search").press("Enter");
      tab.see(".hit .hitline:has-text('100 % of ERROR: lost')");
      tab.clean();
    }
  }

  @Test
  void whatJoinsAnEmojiIsNoBrokenCharacter(Browser browser) {
    try (Tab tab = open(browser, "#p=shop")) {
      tab.see(".line:has-text('family \ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67 joined')");
    }
  }

  @Test
  void nothingIsSaidNotToBeThereThatWasNotLookedFor(Browser browser) {
    try (Tab tab = Tab.of(browser, host).open("#p=deep&q=first+needle")) {
      String said = tab.see(".nomatch").textContent();
      assertTrue(said.startsWith("No match in the 1,000 lines loaded of 2,001."), said);
      tab.find(".nomatch button").click();
      tab.see(".hit .hitline:has-text('the first needle of all')");
      String end = tab.see(".searchsaid:has-text('1 match ·')").textContent();
      assertTrue(end.contains(" read, 1 of 1 file"), end);
      tab.find(".hit a").click();
      tab.see(".line.here:has-text('the first needle of all')");
      tab.see(".line:has-text('GET /orders/100 200')");
      assertTrue(tab.page().url().contains("at="), tab.page().url());
      tab.clean();
    }
  }

  @Test
  void aSearchOfAllProjectsIsCountedByProjectAndTellsWhatItDidNotFind(Browser browser) {
    try (Tab tab = open(browser, "#p=deep")) {
      tab.press("/");
      tab.until("document.activeElement.id === 'search'");
      tab.type("LISTENS");
      tab.press("Enter");
      tab.see(".searchsaid:has-text('No match in deep')");
      tab.page().locator(".searchpane select >> nth=0").selectOption("*");
      tab.see(".hitproject:has-text('shop')");
      tab.see(".hit .found:has-text('listens')");
      tab.find(".searchpane button:has-text('Close')").click();
      tab.gone(".searchpane");
      tab.press("Control+k");
      tab.type("all errors");
      tab.press("Enter");
      tab.see(".hit.error:has-text(\"KeyError: 'sku-31'\")");
      assertEquals(
          1, tab.find(".hit:has-text('line 41, in place')").count(), "a trace is one match");
      tab.clean();
    }
  }

  @ParameterizedTest
  @MethodSource("windows")
  void theFirstHitInAllProjectsIsOnTheScreen(int width, int height, Browser browser) {
    try (Tab tab = open(browser, "#p=deep")) {
      tab.page().setViewportSize(width, height);
      tab.ask("ink.startSearch({ text: '/listens|orders.199./', scope: '*' })");
      tab.see(".hitcounts button:has-text('shop')");
      BoundingBox hit = tab.see(".hit .hitline").boundingBox();
      String at = hit.x + "," + hit.y + " " + hit.width + "x" + hit.height;
      assertTrue(hit.y > 0 && hit.y + hit.height < height, at);
      assertTrue(hit.x > 0 && hit.x + hit.width <= width && hit.width > 300, at);
      String onTop = "!!document.elementFromPoint(%f, %f).closest('.hit')";
      double x = hit.x + 20;
      double y = hit.y + hit.height / 2;
      assertEquals(true, tab.ask(String.format(Locale.ROOT, onTop, x, y)), at);
      tab.clean();
    }
  }

  @Test
  void aSearchSaysHowFarItIsAndCanBeStopped(Browser browser) {
    try (Tab tab = open(browser, "#p=deep")) {
      tab.page().route("**/api/search?**", route -> {});
      tab.ask("void ink.startSearch({ text: 'orders', scope: 'deep' })");
      tab.see(".searchsaid:has-text('0 matches so far')");
      tab.find(".searchpane button:has-text('Stop')").click();
      tab.see(".searchsaid:has-text('Stopped: 0 matches so far')");
    }
  }

  @Test
  void linesBeforeThoseLoadedComeWhenOneScrollsUp(Browser browser) {
    try (Tab tab = open(browser, "#p=deep")) {
      tab.see(".line:has-text('GET /orders/1999 200')");
      tab.page().locator(".logbox .loglines").hover();
      for (int i = 0; i < 40 && tab.find(".line:has-text('the first needle')").count() == 0; i++) {
        tab.page().mouse().wheel(0, -20_000);
        tab.page().waitForTimeout(100);
      }
      tab.see(".line:has-text('the first needle of all')");
      assertEquals(2001, tab.ask("ink.view.status().lines"));
      tab.clean();
    }
  }

  @Test
  void allTimesOfThePageAreInOneZone(Browser browser) {
    Browser.NewContextOptions tokyo = Tab.like(ColorScheme.LIGHT).setTimezoneId("Asia/Tokyo");
    try (Tab tab = Tab.of(browser, host, tokyo).open("#p=shop")) {
      tab.see(".loglines .line");
      String machine = ZoneId.systemDefault().getId();
      assertHours(tab, machine); // the host's zone, as everywhere
      tab.see(
          ".hostup:has-text('" + tab.ask("ink.zoneOffset(Date.now()).replace('Z', 'UTC')") + "')");
      tab.find(".menu.view summary").click();
      tab.page().locator("select[aria-label='Time zone']").selectOption("local");
      assertHours(tab, "Asia/Tokyo");
      tab.page().locator("select[aria-label='Time zone']").selectOption("UTC");
      assertHours(tab, "UTC");
      tab.page().reload();
      tab.see(".loglines .line");
      assertHours(tab, "UTC"); // it is kept
      tab.clean();
    }
  }

  /** Each row has an hour of that zone between the first line and now, the first row the first. */
  private static void assertHours(Tab tab, String zone) {
    List<?> shown =
        (List<?>)
            tab.ask(
                "[...document.querySelectorAll('.loglines .line, .loglines .mark')]"
                    + ".map(e => e.dataset.t.slice(-8, -6)).filter(Boolean)");
    List<?> span =
        (List<?>)
            tab.ask(
                "[ink.view.status().from, Date.now()].map(t => new Date(t)"
                    + ".toLocaleTimeString('en-GB', { timeZone: '"
                    + zone
                    + "' }).slice(0, 2))");
    assertEquals(span.get(0), shown.get(0), zone);
    assertTrue(span.containsAll(shown), zone + ": " + span + ", shown: " + shown);
  }

  @Test
  void gLeadsToATimeAndALinkBackToIt(Browser browser) throws Exception {
    Feed feed = new Feed(host, "timed");
    feed.say(numbered("before", 200));
    HostProcess.await("it is logged", () -> host.log("timed").size() == 200);
    // Times are exact to a quarter of a second.
    Thread.sleep(1200);
    try (Tab tab = open(browser, "#p=timed")) {
      String then = String.valueOf(tab.ask("new Date(ink.now() - 300).toISOString()"));
      feed.say(numbered("after", 200));
      tab.see(".line:has-text('after 199')");
      tab.press("g");
      tab.until("document.activeElement.id === 'goto'");
      tab.type(then);
      tab.press("Enter");
      tab.see(".line.here:has-text('after 0')");
      tab.see(".follow[aria-pressed=false]");
      tab.open("#p=api");
      tab.open("#p=timed&at=" + then);
      tab.see(".line.here:has-text('after 0')");
      tab.press("g");
      tab.type("quarter past");
      tab.press("Enter");
      tab.see(".toast.err:has-text('quarter past')");
      tab.press("Escape", "f");
      tab.see(".follow[aria-pressed=true]");
      tab.until("!location.hash.includes('at=')");
      tab.clean();
    }
  }

  @Test
  void oneStopIsOneMarkAndMarksCanBeSwitchedOff(Browser browser) throws Exception {
    new Feed(host, "life").say("only line");
    try (Tab tab = open(browser, "#p=life")) {
      tab.see(".mark");
      int before = rows(tab, ".mark");
      host.cli("stop", "life").ok();
      tab.see(".mark:has-text('STOPPED')");
      assertEquals(before + 1, rows(tab, ".mark"), tab.log().toString());
      String stop = tab.log().get(tab.log().size() - 1);
      assertTrue(stop.contains("project.stop by"), stop);
      tab.find(".menu.view summary").click();
      tab.find(".menu.view label:has-text('starts, stops')").click();
      assertEquals(0, rows(tab, ".mark"));
      tab.find(".menu.view label:has-text('starts, stops')").click();
      tab.see(".mark:has-text('STOPPED')");
      tab.clean();
    }
  }

  @Test
  void aRowIsReachedByArrowsAndItsLinkIsCopied(Browser browser) {
    try (Tab tab =
        Tab.of(
            browser,
            host,
            Tab.like(ColorScheme.DARK)
                .setPermissions(List.of("clipboard-read", "clipboard-write")))) {
      tab.open("#p=shop");
      tab.see(".line:has-text('connection refused')");
      tab.find(".logbox .loglines").focus();
      // What other tests did to the server is marked below it.
      for (int i = 0; i < 20 && rows(tab, ".line.here:has-text('family')") == 0; i++) {
        tab.press("ArrowUp");
      }
      tab.see(".line.here:has-text('family')");
      tab.press("Enter");
      tab.find(".line.open button:has-text('Copy link')").click();
      tab.see(".toast:has-text('The link copied')");
      String link = String.valueOf(tab.ask("navigator.clipboard.readText()"));
      Page other = tab.page().context().newPage();
      other.navigate(link);
      other.locator(".line.here:has-text('family')").waitFor();
      tab.clean();
    }
  }
}
