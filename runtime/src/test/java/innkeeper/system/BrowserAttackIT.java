package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What pages of other sites try in the operator's browser, tried in a real one. */
@ExtendWith(Chromium.class)
class BrowserAttackIT {

  private static HostProcess host;
  private static Feed web;
  private static HttpServer elsewhere;

  @BeforeAll
  static void start() throws Exception {
    host = HostProcess.running();
    web = new Feed(host, "web");
    elsewhere = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    elsewhere.createContext(
        "/",
        x -> {
          byte[] page = "<!doctype html><title>x</title><body>".getBytes(StandardCharsets.UTF_8);
          x.getResponseHeaders().set("Content-Type", "text/html");
          x.sendResponseHeaders(200, page.length);
          x.getResponseBody().write(page);
          x.close();
        });
    elsewhere.start();
  }

  @AfterEach
  void nothingWasStopped() {
    assertEquals("RUNNING", host.project("web", "desired"));
    assertEquals("RUNNING", host.project("web", "state"));
  }

  @AfterAll
  static void stop() throws Exception {
    elsewhere.stop(0);
    host.close();
  }

  private static String ours() {
    return "http://127.0.0.1:" + host.port();
  }

  private static String page(String of) {
    return "http://" + of + ":" + elsewhere.getAddress().getPort() + "/";
  }

  /** Another site, and another port of this one. */
  @ParameterizedTest
  @ValueSource(strings = {Chromium.EVIL, "127.0.0.1", "localhost"})
  void aPageOfAnotherSiteOrPortReadsAndChangesNothing(String site, Browser browser) {
    try (BrowserContext context = browser.newContext()) {
      Page page = context.newPage();
      page.navigate(page(site));
      for (String target :
          List.of(
              ours(),
              ours().replace("127.0.0.1", "localhost"),
              ours().replace("127.0.0.1", "0.0.0.0"))) {
        assertEquals(
            "failed",
            page.evaluate(
                "u => fetch(u + '/api/projects').then(r => r.text(), () => 'failed')", target));
        page.evaluate(
            """
            async u => {
              const quiet = p => p.then(r => r.status, () => 'failed');
              const stop = u + '/api/projects/web/stop';
              await quiet(fetch(stop, {method: 'POST', mode: 'no-cors'}));
              await quiet(fetch(stop, {method: 'POST', mode: 'no-cors', credentials: 'include',
                headers: {'Content-Type': 'text/plain'}, body: '{}'}));
              await quiet(fetch(stop, {method: 'POST', headers: {'X-Any': '1'}, body: '{}'}));
              await quiet(fetch(stop, {method: 'POST', keepalive: true, mode: 'no-cors'}));
              navigator.sendBeacon(stop, 'a=b');
              for (const enctype of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
                const frame = document.createElement('iframe');
                frame.name = 'f' + Math.random();
                document.body.append(frame);
                const form = document.createElement('form');
                form.method = 'post'; form.enctype = enctype; form.target = frame.name;
                form.action = u + '/projects/web/stop';
                document.body.append(form);
                form.submit();
              }
              await new Promise(r => setTimeout(r, 300));
            }
            """,
            target);
      }
    }
  }

  @Test
  void aReboundNameReadsNothing(Browser browser) {
    try (BrowserContext context = browser.newContext()) {
      Page page = context.newPage();
      var answer = page.navigate("http://" + Chromium.EVIL + ":" + host.port() + "/");
      assertEquals(403, answer.status());
      assertFalse(answer.text().contains("web"), answer.text());
      assertEquals(
          List.of(403, 403, 403),
          page.evaluate(
              """
              async () => [
                (await fetch('/api/projects')).status,
                (await fetch('/api/projects/web/stop', {method: 'POST'})).status,
                (await fetch('/api/projects/web/stop', {method: 'POST',
                  headers: {'Content-Type': 'application/json', 'X-Any': '1'}, body: '{}'})).status]
              """));
    }
  }

  @Test
  void probesFramesAndSocketsOfAnotherSiteGetNothing(Browser browser) {
    try (BrowserContext context = browser.newContext()) {
      Page page = context.newPage();
      page.navigate(page(Chromium.EVIL));
      assertEquals(
          List.of("error", "error", "error", "error", "error", "error"),
          page.evaluate(
              """
              async u => {
                const tell = (e, on) => new Promise(r => {
                  e.onload = e.onopen = e.onmessage = () => r('loaded');
                  e.onerror = () => r('error');
                  if (on) document.body.append(e);
                });
                const make = (tag, name, value, more) => {
                  const e = Object.assign(document.createElement(tag), more);
                  e[name] = value;
                  return e;
                };
                return [
                  await tell(make('script', 'src', u + '/api/audit'), true),
                  await tell(make('img', 'src', u + '/api/health'), true),
                  await tell(make('link', 'href', u + '/assets/app.css', {rel: 'stylesheet'}), true),
                  await tell(new EventSource(u + '/api/events')),
                  await tell(new WebSocket(u.replace('http', 'ws') + '/api/events')),
                  await tell(make('object', 'data', u + '/'), true)];
              }
              """,
              ours()));
    }
  }

  @Test
  void thePageCannotBeFramedNorItsWindowReached(Browser browser) {
    try (BrowserContext context = browser.newContext()) {
      Page page = context.newPage();
      page.navigate(page(Chromium.EVIL));
      page.evaluate(
          """
          async u => {
            for (const sandbox of [null, 'allow-scripts allow-forms allow-same-origin', 'allow-forms']) {
              const frame = document.createElement('iframe');
              if (sandbox !== null) frame.setAttribute('sandbox', sandbox);
              frame.src = u + '/';
              document.body.append(frame);
              await new Promise(r => frame.onload = r);
            }
          }
          """,
          ours());
      page.frames().stream()
          .filter(f -> f != page.mainFrame())
          .forEach(f -> assertFalse(f.content().contains("Innkeeper"), f.content()));
      Page opened =
          context.waitForPage(() -> page.evaluate("u => { window.w = open(u + '/'); }", ours()));
      opened.waitForSelector("text=Innkeeper");
      assertEquals(
          true,
          page.evaluate(
              "() => { try { return w === null || w.closed; } catch (e) { return true; } }"),
          "the opener is cut off");
    }
  }

  @Test
  void aSandboxedFrameMayNotPost(Browser browser) {
    try (BrowserContext context = browser.newContext()) {
      Page page = context.newPage();
      page.navigate(page("127.0.0.1"));
      page.evaluate(
          """
          async u => {
            const frame = document.createElement('iframe');
            frame.setAttribute('sandbox', 'allow-scripts allow-forms');
            frame.srcdoc = '<form method=post action="' + u + '/projects/web/stop"></form>'
              + '<script>fetch("' + u + '/api/projects/web/stop", {method: "POST", mode: "no-cors"})'
              + '.finally(() => document.forms[0].submit())<\\/script>';
            document.body.append(frame);
            await new Promise(r => setTimeout(r, 800));
          }
          """,
          ours());
    }
  }

  @Test
  void aLinkFromAnotherSiteOpensThePageAndItWorks(Browser browser) {
    try (BrowserContext context = browser.newContext()) {
      Page page = context.newPage();
      page.navigate(page(Chromium.EVIL));
      page.evaluate(
          "u => { const a = document.createElement('a'); a.href = u; a.id = 'a'; a.textContent = 'x'; document.body.append(a); }",
          ours() + "/#p=web");
      page.click("#a");
      page.waitForSelector(".conn.live");
    }
  }

  @Test
  void aHostileLineIsShownAndDoesNothing(Browser browser) throws Exception {
    String marker = "window.owned=1";
    List<String> hostile =
        List.of(
            "<script>" + marker + "</script>",
            "</div></script><img src=x onerror=\"" + marker + "\">",
            "<svg/onload=" + marker + ">",
            "\u001b]8;;javascript:" + marker + "\u001b\\click\u001b]8;;\u001b\\",
            "\u001b]0;title\u0007 javascript:" + marker,
            "{\"level\":\"<img src=x onerror="
                + marker
                + ">\",\"msg\":\"<b onclick="
                + marker
                + ">m</b>\"}",
            "{\"msg\":\"x\",\"__proto__\":{\"html\":\"<i>\"},\"constructor\":1}",
            "\u202eright to left\u202c \u0000 \u0007 \u009b31m",
            "\u001b[".repeat(20_000),
            "\u001b[38;5;".repeat(5000) + "m",
            "x".repeat(200_000));
    web.say(hostile.toArray(String[]::new));
    web.say("the last of them");
    try (Tab tab = Tab.of(browser, host).open("#p=web")) {
      tab.see(".line:has-text('the last of them')");
      String text = String.join("\n", tab.log());
      assertTrue(text.contains("<script>" + marker + "</script>"), "shown as it is");
      assertTrue(text.contains("<svg/onload="), text.substring(0, 400));
      assertFalse(text.contains("\u202e"), "what turns the text around is made visible");
      assertEquals(
          0, tab.find(".loglines a, .loglines img, .loglines script, .loglines svg").count());
      assertEquals("undefined", tab.ask("typeof window.owned"));
      tab.press("/");
      tab.type("/(x+x+)+y/");
      tab.page().waitForTimeout(500);
      assertEquals(2, tab.ask("1 + 1"), "a pattern of the user's own does not hang the page");
      tab.clean();
    }
  }

  @Test
  void aHostileAddressDoesNothing(Browser browser) {
    for (String fragment :
        List.of(
            "#p=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E",
            "#p=__proto__&t=constructor&lvl=toString",
            "#p=web&q=%3Csvg%2Fonload%3Dalert(1)%3E",
            "?p=%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E",
            "#%%%&&==")) {
      try (Tab tab = Tab.of(browser, host).open(fragment)) {
        tab.see("#panel");
        tab.clean();
      }
    }
  }
}
