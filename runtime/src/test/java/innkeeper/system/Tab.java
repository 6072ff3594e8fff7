package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.WaitForSelectorState;
import java.util.ArrayList;
import java.util.List;

/** The page in one tab of a browser, with all that went wrong in it. */
final class Tab implements AutoCloseable {

  private static final double PATIENCE_MILLIS = 120_000;

  /** Tells of each broken policy rule on the console, where it is noticed. */
  private static final String TELL_VIOLATIONS =
      "document.addEventListener('securitypolicyviolation',"
          + " e => console.error('CSP ' + e.effectiveDirective + ' ' + e.blockedURI + ' ' + e.sample));";

  private final BrowserContext context;
  private final Page page;
  private final String origin;

  /** Errors on the console, uncaught ones, violations, requests to elsewhere, dialogs. */
  private final List<String> faults = new ArrayList<>();

  private Tab(Browser browser, String origin, Browser.NewContextOptions options) {
    this.origin = origin;
    context = browser.newContext(options);
    context.setDefaultTimeout(PATIENCE_MILLIS);
    context.addInitScript(TELL_VIOLATIONS);
    page = context.newPage();
    page.onConsoleMessage(
        m -> {
          if (m.type().equals("error") && !m.text().startsWith("Failed to load resource")) {
            faults.add("console: " + m.text());
          }
        });
    page.onPageError(e -> faults.add("uncaught: " + e));
    page.onDialog(
        d -> {
          faults.add("dialog: " + d.message());
          d.dismiss();
        });
    page.onRequest(
        r -> {
          if (!r.url().startsWith(origin) && !r.url().startsWith("blob:" + origin)) {
            faults.add("request elsewhere: " + r.url());
          }
        });
  }

  static Tab of(Browser browser, HostProcess host) {
    return of(browser, host, new Browser.NewContextOptions().setViewportSize(1280, 800));
  }

  static Tab of(Browser browser, HostProcess host, Browser.NewContextOptions options) {
    return new Tab(browser, "http://127.0.0.1:" + host.port() + "/", options);
  }

  static Tab at(Browser browser, String origin) {
    return new Tab(browser, origin, new Browser.NewContextOptions().setViewportSize(1280, 800));
  }

  static Browser.NewContextOptions like(ColorScheme scheme) {
    return new Browser.NewContextOptions().setViewportSize(1280, 800).setColorScheme(scheme);
  }

  /** Opens the page at this fragment and waits until it is alive. */
  Tab open(String fragment) {
    page.navigate(origin + fragment);
    alive();
    return this;
  }

  void alive() {
    see(".conn.live");
  }

  Page page() {
    return page;
  }

  Locator find(String selector) {
    return page.locator(selector);
  }

  /** Waits until there is one to be seen. */
  Locator see(String selector) {
    Locator found = page.locator(selector).first();
    try {
      found.waitFor();
    } catch (PlaywrightException e) {
      throw new AssertionError(
          "never seen: " + selector + "; faults: " + faults + "; log: " + log(), e);
    }
    return found;
  }

  /** Waits until none is to be seen. */
  void gone(String selector) {
    page.locator(selector)
        .first()
        .waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.HIDDEN));
  }

  /** Waits until this expression is true in the page. */
  void until(String expression) {
    try {
      page.waitForFunction("() => " + expression);
    } catch (PlaywrightException e) {
      throw new AssertionError("never true: " + expression + "; log: " + log(), e);
    }
  }

  void press(String... keys) {
    for (String key : keys) {
      page.keyboard().press(key);
    }
  }

  void type(String text) {
    page.keyboard().type(text);
  }

  Object ask(String expression) {
    return page.evaluate(expression);
  }

  /** What has the focus, as a word or two. */
  String focus() {
    return String.valueOf(
        ask(
            "(document.activeElement.getAttribute('aria-label') ||"
                + " document.activeElement.textContent || document.activeElement.id).trim()"));
  }

  /** The log's lines and marks as they are shown. */
  List<String> log() {
    return page.locator(".loglines .line, .loglines .mark").allTextContents();
  }

  List<String> faults() {
    return List.copyOf(faults);
  }

  /** Says that nothing went wrong. */
  void clean() {
    assertEquals(List.of(), faults());
  }

  @Override
  public void close() {
    context.close();
  }
}
