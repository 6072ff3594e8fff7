package innkeeper.system;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * One browser for all tests that ask for a {@link Browser}: the machine's own Chromium, driven over
 * the machine's own Node. Nothing is downloaded. Where one of them is missing the tests are
 * skipped, and one line says so.
 */
final class Chromium implements ExecutionCondition, ParameterResolver {

  /** Names that lead to this machine, for the pages of other sites. */
  static final String EVIL = "evil.test";

  private static final Optional<Path> NODE = find("node", "nodejs");
  private static final Optional<Path> BROWSER =
      find("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome");
  private static boolean said;

  private static Optional<Path> find(String... names) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin");
    return Stream.of(names)
        .flatMap(n -> Stream.of(path.split(File.pathSeparator)).map(d -> Path.of(d, n)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    if (NODE.isPresent() && BROWSER.isPresent()) {
      return ConditionEvaluationResult.enabled("Node and Chromium are there");
    }
    String missing =
        NODE.isPresent() ? "Chromium is" : BROWSER.isPresent() ? "Node is" : "both are";
    String line =
        "SKIPPED: the browser tests need Node and Chromium (apt install nodejs chromium-headless-shell); "
            + missing
            + " missing";
    if (!said) {
      said = true;
      System.err.println(line);
    }
    return ConditionEvaluationResult.disabled(line);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Browser.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(ExtensionContext.Namespace.create(Chromium.class))
        .getOrComputeIfAbsent(Running.class)
        .browser;
  }

  /** Closed by JUnit when all tests are over. */
  static final class Running implements AutoCloseable {

    private final Playwright playwright =
        Playwright.create(
            new Playwright.CreateOptions()
                .setEnv(
                    Map.of(
                        "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD",
                        "1",
                        "PLAYWRIGHT_NODEJS_PATH",
                        NODE.orElseThrow().toString())));
    private final Browser browser =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(BROWSER.orElseThrow())
                    .setArgs(
                        List.of(
                            "--disable-gpu", "--host-resolver-rules=MAP " + EVIL + " 127.0.0.1")));

    @Override
    public void close() {
      browser.close();
      playwright.close();
    }
  }
}
