package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Browser;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Several logs as one: by time, live, and without a gap over breaks and jumps. */
@ExtendWith(Chromium.class)
class BrowserMergedLogIT {

  /** Times of lines are exact to a quarter of a second. */
  private static final long APART_MILLIS = 400;

  private static HostProcess host;

  @BeforeAll
  static void start() throws Exception {
    host = HostProcess.running();
  }

  @AfterAll
  static void stop() throws Exception {
    host.close();
  }

  /** Lines one by one, in turns, each in the log before the next is printed. */
  private static List<String> turns(String word, int count, Feed... feeds) throws Exception {
    List<String> said = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String line = word + " " + i;
      feeds[i % feeds.length].say(line);
      said.add(line);
      Thread.sleep(APART_MILLIS);
    }
    return said;
  }

  private static List<String> lines(Tab tab) {
    return tab.page().locator(".loglines .line").allTextContents();
  }

  private static String block(String word, int count) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < count; i++) {
      out.append(i == 0 ? "" : "\n").append(word).append(' ').append(i);
    }
    return out.toString();
  }

  @Test
  void severalLogsAreOneByTimeAndLiveWithoutBeingAskedFor(Browser browser) throws Exception {
    Feed first = new Feed(host, "first");
    Feed second = new Feed(host, "second");
    List<String> said = turns("early", 4, first, second);
    List<String> asked = new ArrayList<>();
    try (Tab tab = Tab.of(browser, host).open("#p=first+second")) {
      tab.see("h2:has-text('first + second')");
      tab.see(".line[data-p=second]:has-text('early 3')");
      tab.page().onRequest(r -> asked.add(r.url()));
      said.addAll(turns("late", 4, second, first));
      tab.see(".line[data-p=first]:has-text('late 3')");
      assertEquals(said, lines(tab));
      asked.removeIf(url -> !url.contains("/api/logs"));
      assertEquals(List.of(), asked, "the stream tells of it");
      host.cli("stop", "second").ok();
      tab.see(".mark:has-text('second: '):has-text('STOPPED')");
      tab.find(".head .acts a:has-text('second')").click();
      tab.see("h2:has-text('first')");
      tab.gone(".line:has-text('early 1')");
      tab.clean();
    }
  }

  @Tag("nightly")
  @Test
  void afterACrashOfTheHostEachLogGoesOnWithoutALossOrADouble(Browser browser) throws Exception {
    try (HostProcess mortal = new HostProcess()) {
      mortal.start();
      Feed one = new Feed(mortal, "one");
      Feed two = new Feed(mortal, "two");
      List<String> said = turns("before", 2, one, two);
      try (Tab tab = Tab.of(browser, mortal).open("#p=one+two")) {
        tab.see(".line:has-text('before 1')");
        mortal.crash();
        tab.see(".banner [role=alert]:has-text('No answer')");
        mortal.start();
        tab.alive();
        said.addAll(turns("after", 6, one, two));
        tab.see(".line:has-text('after 5')");
        assertEquals(said, lines(tab));
      }
    }
  }

  @Test
  void aMergedLogIsReadOnFromThePastUntilItIsLive(Browser browser) throws Exception {
    Feed left = new Feed(host, "left");
    Feed right = new Feed(host, "right");
    left.say(block("oldest", 1500));
    HostProcess.await("all is logged", () -> host.log("left").size() == 1500);
    Thread.sleep(APART_MILLIS);
    left.say("the moment");
    HostProcess.await("it is logged", () -> host.log("left").size() == 1501);
    Thread.sleep(APART_MILLIS);
    right.say(block("middle", 2500));
    HostProcess.await("all is logged", () -> host.log("right").size() == 2500);
    Thread.sleep(APART_MILLIS);
    left.say(block("newest", 1500));
    HostProcess.await("all is logged", () -> host.log("left").size() == 3001);
    try (Tab tab = Tab.of(browser, host).open("#p=left+right")) {
      tab.see(".line:has-text('newest 1499')");
      String then =
          String.valueOf(
              tab.ask(
                  "fetch('/api/logs?projects=left&lines=1501').then(a => a.json()).then(d => d.entries[0].at)"));
      tab.open("#p=main");
      tab.open("#p=left+right&at=" + then);
      tab.see(".line.here:has-text('the moment')");
      tab.page().locator(".logbox .loglines").hover();
      for (int i = 0;
          i < 200 && !Boolean.TRUE.equals(tab.ask("ink.view.status().following"));
          i++) {
        tab.page().mouse().wheel(0, 20_000);
        tab.page().waitForTimeout(100);
      }
      tab.see(".follow[aria-pressed=true]");
      left.say("and it is live");
      tab.see(".line:has-text('and it is live')");
      tab.clean();
    }
  }

  @Tag("nightly")
  @Test
  void whatWasReadOnFromThePastIsWholeAndInOrder(Browser browser) throws Exception {
    Feed odd = new Feed(host, "odd");
    Feed even = new Feed(host, "even");
    for (int i = 0; i < 6; i++) {
      (i % 2 == 0 ? even : odd).say(block("part " + i + " line", 700));
      int written = (i / 2 + 1) * 700;
      String name = i % 2 == 0 ? "even" : "odd";
      HostProcess.await("all is logged", () -> host.log(name).size() == written);
      Thread.sleep(APART_MILLIS);
    }
    try (Tab tab = Tab.of(browser, host).open("#p=odd+even")) {
      tab.see(".line:has-text('part 5 line 699')");
      tab.ask("ink.goToTime(null, '-1d')");
      tab.see(".line:has-text('part 0 line 0')");
      tab.page().locator(".logbox .loglines").hover();
      for (int i = 0; i < 200 && tab.find(".line:has-text('part 5 line 699')").count() == 0; i++) {
        tab.page().mouse().wheel(0, 20_000);
        tab.page().waitForTimeout(100);
      }
      List<?> texts =
          (List<?>)
              tab.ask(
                  "ink.view.shown().recs.filter(r => r.kind === 'record')"
                      + ".map(r => r.raw.match(/\\d+/g).map(Number)).map(([p, l]) => p * 700 + l)");
      assertEquals(6 * 700, texts.size());
      for (int i = 0; i < texts.size(); i++) {
        assertEquals(i, ((Number) texts.get(i)).intValue());
      }
      tab.clean();
    }
  }

  @Test
  void olderLinesOfSeveralLogsComeWholeAndInOrder(Browser browser) throws Exception {
    Feed a = new Feed(host, "upper");
    Feed b = new Feed(host, "lower");
    a.say(block("part 0 line", 1800));
    HostProcess.await("all is logged", () -> host.log("upper").size() == 1800);
    Thread.sleep(APART_MILLIS);
    b.say(block("part 1 line", 1800));
    HostProcess.await("all is logged", () -> host.log("lower").size() == 1800);
    try (Tab tab = Tab.of(browser, host).open("#p=upper+lower")) {
      tab.see(".line:has-text('part 1 line 1799')");
      assertTrue(((Number) tab.ask("ink.view.status().lines")).intValue() < 3600);
      tab.page().locator(".logbox .loglines").hover();
      for (int i = 0; i < 200 && !Boolean.TRUE.equals(tab.ask("ink.view.status().begins")); i++) {
        tab.page().mouse().wheel(0, -20_000);
        tab.page().waitForTimeout(100);
      }
      tab.until("ink.view.status().begins");
      assertEquals(3600, tab.ask("ink.view.status().lines"));
      assertEquals(
          true,
          tab.ask(
              "ink.view.shown().recs.filter(r => r.kind === 'record').map(r => r.raw.match(/\\d+/g)"
                  + ".map(Number)).every(([p, l], i) => p * 1800 + l === i)"));
      tab.clean();
    }
  }
}
