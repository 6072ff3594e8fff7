package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.options.BoundingBox;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The histogram above a log, and the plots of a project that crashes: by pointer and by key. */
@ExtendWith(Chromium.class)
class BrowserFiguresIT {

  private static HostProcess host;

  @BeforeAll
  static void start() throws Exception {
    host = HostProcess.running();
    host.cli(
            "add",
            "flap",
            "--restart",
            "always",
            "--",
            "/bin/sh",
            "-c",
            "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo serving $i; sleep 1; done; echo \"KeyError: 'sku-31'\";"
                + " exit 1")
        .ok();
    HostProcess.await(
        "a restart is in the figures",
        () -> {
          String restarts = answer("/api/history?projects=flap&metrics=restarts");
          return restarts.contains(",1.0]") || restarts.contains(",2.0]");
        });
    HostProcess.await("an incident", () -> answer("/api/incidents").contains("sku-31"));
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

  /** The log with its histogram of the last fifteen minutes. */
  private static Tab log(Browser browser) {
    Tab tab = Tab.of(browser, host).open("#p=flap");
    tab.see(".histspan select").selectOption("15m");
    tab.until("document.querySelector('.histbar')");
    return tab;
  }

  private static int number(Tab tab, String expression) {
    return ((Number) tab.ask(expression)).intValue();
  }

  private static double middle(Tab tab, String selector) {
    BoundingBox box = tab.find(selector).last().boundingBox();
    return box.x + box.width / 2;
  }

  @Test
  void theHistogramShowsLinesErrorsAndRestartsAlsoAsATable(Browser browser) {
    try (Tab tab = log(browser)) {
      tab.until("document.querySelector('.histerrors')");
      tab.until("document.querySelector('.hist svg .exit')");
      tab.until(
          "[...document.querySelectorAll('.hist table tbody tr')]"
              + ".some(tr => Number(tr.cells[1].textContent) > 0 && Number(tr.cells[3].textContent) > 0)");
      assertEquals(
          "From Lines Error records Restarts",
          tab.ask(
              "[...document.querySelectorAll('.hist thead th')].map(h => h.textContent).join(' ')"));
      tab.clean();
    }
  }

  @Test
  void aClickOnTheHistogramLeadsToThatTime(Browser browser) {
    try (Tab tab = log(browser)) {
      BoundingBox box = tab.find(".histbox").boundingBox();
      tab.page().mouse().click(middle(tab, ".histbar"), box.y + box.height / 2);
      tab.until("location.hash.includes('at=')");
      tab.see(".follow[aria-pressed=false]");
      tab.see(".line.here");
      tab.clean();
    }
  }

  @Test
  void aDragOnTheHistogramSelectsASpanUntilItIsGivenBack(Browser browser) {
    try (Tab tab = log(browser)) {
      BoundingBox box = tab.find(".histbox").boundingBox();
      double y = box.y + box.height / 2;
      tab.page().mouse().move(box.x + box.width * 0.6, y);
      tab.page().mouse().down();
      tab.page().mouse().move(box.x + box.width * 0.8, y);
      tab.see(".histchosen");
      tab.page().mouse().move(box.x + box.width - 2, y);
      tab.page().mouse().up();
      tab.see(".histspan button:has-text('×')");
      // Six of fifteen minutes.
      tab.until(
          "(t => t.length && t.every((at, i) => !i || at > t[i - 1]))"
              + "([...document.querySelectorAll('.hist tbody th')].map(h => h.textContent))");
      assertTrue(tab.page().url().contains("at="), tab.page().url());
      tab.find(".histspan button").click();
      tab.gone(".histspan button:has-text('×')");
      tab.clean();
    }
  }

  @Test
  void theHistogramIsWalkedByKeysAndEnterLeadsThere(Browser browser) {
    try (Tab tab = log(browser)) {
      tab.find(".histbox").focus();
      tab.press("End");
      String last = tab.find(".histbox").getAttribute("aria-valuetext");
      tab.press("ArrowLeft", "ArrowLeft");
      String before = tab.find(".histbox").getAttribute("aria-valuetext");
      assertNotEquals(last, before);
      tab.press("Home");
      assertEquals("0", tab.find(".histbox").getAttribute("aria-valuenow"));
      tab.see(".histcursor");
      assertTrue(
          tab.find(".histbox").getAttribute("aria-valuetext").contains(": not known"),
          "no host ran then");
      tab.press("End", "ArrowLeft", "Enter");
      tab.until("location.hash.includes('at=')");
      tab.clean();
    }
  }

  @Test
  void plotsHaveRestartsAsRulesIncidentsAsBandsAndOneCursor(Browser browser) {
    try (Tab tab = Tab.of(browser, host).open("#p=flap&t=resources")) {
      int plots = 4;
      tab.until("document.querySelectorAll('.plot').length === " + plots);
      tab.until("document.querySelectorAll('.plot .incidentband').length >= 4");
      assertEquals(
          number(tab, "document.querySelectorAll('.plot')[0].querySelectorAll('.restart').length"),
          number(tab, "document.querySelectorAll('.plot')[3].querySelectorAll('.restart').length"));
      BoundingBox box = tab.find(".plot").first().boundingBox();
      double restart = middle(tab, ".plot >> nth=0 >> .restart path");
      tab.page().mouse().move(restart, box.y + box.height / 2);
      tab.see(".cursorsays:has-text('restart')");
      tab.see(".cursorsays:has-text('▨')");
      assertEquals(
          1,
          number(
              tab,
              "new Set([...document.querySelectorAll('.plot .cursor')].map(l => l.getAttribute('x1'))).size"));
      assertEquals(plots, number(tab, "document.querySelectorAll('.plot .cursor').length"));
      tab.page().mouse().move(5, 5);
      tab.until("!document.querySelector('.plot .cursor')");
      tab.find(".plots").focus();
      tab.press("End", "Enter");
      tab.see("#tab-log[aria-selected=true]");
      assertTrue(tab.page().url().contains("at="), tab.page().url());
      tab.clean();
    }
  }

  @Test
  void theTableOfThePlotsTellsRestartsAndIncidents(Browser browser) {
    try (Tab tab = Tab.of(browser, host).open("#p=flap&t=resources")) {
      tab.find("button:has-text('As a table')").click();
      tab.see("table.grid");
      tab.until(
          "[...document.querySelectorAll('table.grid tbody tr')]"
              + ".some(tr => Number(tr.cells[5].textContent) > 0 && tr.cells[6].textContent !== '')");
      tab.clean();
    }
  }
}
