package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Actions and panels of a stranger's bundle: some hang, throw or are huge, and nothing else
 * suffers. With {@code -Dinnkeeper.shots=DIR} each view is photographed.
 */
@ExtendWith(Chromium.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BrowserExtensionsIT {

  private static final String VIEW = "#p=web&t=extensions";

  private static HostProcess host;

  @BeforeAll
  static void start() throws Exception {
    host = HostProcess.running();
    host.cli("add", "web", "--", "/bin/sleep", "600").ok();
    host.cli("add", "other", "--", "/bin/sleep", "600").ok();
    host.cli("install", ExtensionBundle.jar(host.scratch()).toString()).ok();
    host.cli("panel", "queue", "web").ok();
  }

  @AfterAll
  static void stop() throws Exception {
    host.close();
  }

  private static String audit() throws Exception {
    return host.get("/api/audit?limit=1000&channelId=web").body();
  }

  @Test
  void panelsAreDrawnAsTextAndTheBadOnesSayWhatIsWrong(Browser browser) throws Exception {
    try (Tab tab = Tab.of(browser, host).open(VIEW)) {
      tab.see("[data-panel=queue] .numbers:has-text('1,234.5 orders')");
      tab.see("[data-panel=queue] .numbers:has-text('2.9 MiB')");
      tab.see("[data-panel=queue] .numbers div:has-text('oldest') dd:text-is('–')");
      tab.see("[data-panel=queue] td:has-text('mail')");
      tab.see("[data-panel=queue] td:has-text('[REDACTED]')");
      tab.see("[data-panel=queue] .plotrow:has-text('balance') svg");
      assertTrue(tab.find("[data-panel=queue] .plotrow polyline").count() >= 3, "a gap is a gap");
      tab.see("[data-panel=slow] .remark:has-text('no answer within 2.0 s')");
      tab.see("[data-panel=raises] .remark:has-text('IllegalStateException: no luck')");
      tab.see("[data-panel=huge]:has-text('There is more than is shown.') td");
      tab.gone("[data-panel=disks]");
      assertEquals(0, tab.find("#panel img").count(), "what a panel says is no markup");
      assertEquals(
          true,
          tab.ask(
              "[...document.querySelectorAll('.foreign')].every(e => e.scrollWidth <= e.clientWidth)"),
          "a wide table scrolls in its own frame");
      String all = tab.find("#panel").textContent();
      assertTrue(all.contains("<img src=x onerror=a()>"), all);
      assertFalse(all.contains(ExtensionBundle.SECRET), all);
      tab.clean();
    }
  }

  @Tag("nightly")
  @Test
  void panelsAndActionsAreSound(Browser browser) throws Exception {
    try (Tab tab = Tab.of(browser, host).open(VIEW)) {
      tab.see("[data-panel=queue] .plotrow svg");
      tab.see("[data-panel=slow] .remark");
      tab.see("[data-offer=drop-queue] button").click();
      tab.see("[data-offer=drop-queue] button.armed");
      BrowserStatesIT.sound(tab, "extensions");
      tab.clean();
    }
    try (Tab tab = Tab.of(browser, host).open("#t=panels")) {
      tab.see("[data-panel=disks] .numbers dd:text-is('2')");
      tab.see("#tab-panels");
      BrowserStatesIT.sound(tab, "host-panels");
      tab.clean();
    }
  }

  @Test
  void anActionIsAButtonWhoseOutcomeIsShownAndRecorded(Browser browser) throws Exception {
    try (Tab tab = Tab.of(browser, host).open("#p=web")) {
      tab.see(".head .acts button:has-text('Clear the cache')").click();
      tab.see(".toast.ok:has-text('Clear the cache of web: 12 files deleted')");
      tab.see("#tab-extensions").click();
      Locator last = tab.see("[data-offer=clear-cache]:has-text('done 12 files deleted')");
      assertFalse(last.textContent().contains(ExtensionBundle.SECRET), last.textContent());
      tab.see("[data-offer=raise] button").click();
      tab.see(".toast.err:has-text('IllegalStateException: no luck')");
      tab.see("[data-offer=hang] button").click();
      tab.see("[data-offer=hang]:has-text('running')");
      tab.see(".toast.err:has-text('did not end within 1 s')");
      tab.see("[data-offer=hang]:has-text('failed it did not end within 1 s')");
      tab.clean();
    }
    String audit = audit();
    assertTrue(audit.contains("\"action.begin\""), audit);
    assertTrue(audit.contains("clear-cache: 12 files deleted. <img src=x onerror=a()>"), audit);
    assertTrue(audit.contains("raise: IllegalStateException: no luck"), audit);
    assertFalse(audit.contains(ExtensionBundle.SECRET), audit);
  }

  @Test
  void aDangerousActionTakesTwoPresses(Browser browser) throws Exception {
    List<String> posts = new ArrayList<>();
    try (Tab tab = Tab.of(browser, host).open("#p=web")) {
      tab.page()
          .onRequest(
              r -> {
                if (r.method().equals("POST")) {
                  posts.add(r.url());
                }
              });
      Locator button = tab.see(".head .acts [data-action=run-drop-queue]");
      button.click();
      tab.see(".head .acts .armed:has-text('Drop the queue of web on')");
      assertEquals(List.of(), posts, "the first press asks");
      tab.press("Escape");
      tab.gone(".head .acts .armed");
      button.click();
      button.click();
      tab.see(".toast.ok:has-text('the queue is empty')");
      assertEquals(1, posts.size(), posts.toString());
      tab.clean();
    }
    try (Tab tab = Tab.of(browser, host).open("#p=other")) {
      tab.see(".head .acts button:has-text('Stop')");
      tab.gone(".head .acts .extra");
      tab.gone("#tab-extensions");
    }
  }

  @Test
  void onlyThisPageAndThisMachineMayRunAnAction() throws Exception {
    RawHttp raw = new RawHttp(host.port());
    int before = count(audit());
    String line = "POST /api/projects/web/actions?name=clear-cache HTTP/1.1";
    assertEquals(403, raw.ask(line, "Sec-Fetch-Site: cross-site").status());
    assertEquals(403, raw.ask(line, "Origin: http://evil.example").status());
    assertEquals(403, raw.send(line, "Host: evil.example").status());
    assertEquals(405, host.send("PUT", "/api/projects/web/actions?name=clear-cache").statusCode());
    assertEquals(200, host.get("/api/projects/web/actions?name=clear-cache").statusCode());
    assertEquals(409, host.post("/api/projects/web/actions?name=drop-queue").statusCode());
    assertEquals(before, count(audit()), "nothing was run");
  }

  private static int count(String audit) {
    return audit.split("\"action\\.begin\"", -1).length;
  }

  @Test
  @Order(Integer.MAX_VALUE)
  void whatABundleAddedGoesWithIt(Browser browser) throws Exception {
    try (Tab tab = Tab.of(browser, host).open(VIEW)) {
      tab.see("[data-panel=queue] .numbers");
      host.cli("uninstall", ExtensionBundle.NAME).ok();
      tab.see(".empty:has-text('No bundle adds anything here.')");
      tab.gone(".head .acts .extra");
      tab.clean();
    }
    assertEquals(404, host.get("/api/panels/queue?project=web").statusCode());
    assertEquals(1, host.cli("action", "clear-cache", "web").status());
    assertEquals(200, host.get("/api/health").statusCode());
  }
}
