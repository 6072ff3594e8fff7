package innkeeper.boot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.boot.log.HostLog;
import innkeeper.boot.settings.Environment;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Whatever way a secret is printed in this process, it reaches neither console nor bot.log. */
@Timeout(60)
class HostLogTest {

  private static final String SECRET = "zebra-" + "crossing-4711";

  @TempDir Path dir;
  private final PrintStream formerOut = System.out;
  private final PrintStream formerErr = System.err;
  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private HostLog log;

  @BeforeEach
  void setUp() throws Exception {
    Files.createDirectory(dir.resolve("run"));
  }

  private void open(OutputStream console) throws Exception {
    open(console, "info");
  }

  private void open(OutputStream console, String level) throws Exception {
    Environment environment =
        Environment.read(Map.of("DATA_DIR", dir.toString(), "LOG_LEVEL", level), dir);
    log =
        HostLog.open(dir.resolve("bot.log"), environment, new PrintStream(console, true, "UTF-8"));
    log.guardStandardStreams();
  }

  @AfterEach
  void tearDown() {
    System.setOut(formerOut);
    System.setErr(formerErr);
  }

  /** Ends the log; both what was shown and what was written, one line each. */
  private List<String> end() throws Exception {
    log.close();
    List<String> all = new ArrayList<>(shown.toString("UTF-8").lines().toList());
    all.addAll(Files.readAllLines(dir.resolve("bot.log")));
    return all;
  }

  private void assertClean(String sign) throws Exception {
    List<String> all = end();
    assertTrue(all.stream().anyMatch(line -> line.contains(sign)), () -> sign + " not in " + all);
    for (String line : all) {
      assertFalse(line.contains(SECRET), line);
    }
    assertTrue(
        all.stream().filter(line -> line.startsWith("{")).allMatch(l -> l.startsWith("{\"ts\":")),
        all::toString);
  }

  private static IllegalStateException failure() {
    IllegalStateException e =
        new IllegalStateException(
            "login failed password=" + SECRET,
            new IllegalArgumentException("Authorization: Bearer " + SECRET));
    e.addSuppressed(new RuntimeException("GET /?access_token=" + SECRET));
    return e;
  }

  @Test
  void aSecretInAMessageItsArgumentsAndFieldsIsRedacted() throws Exception {
    open(shown);
    Logger logger = LoggerFactory.getLogger("a.bundle");
    logger.info("connecting password=" + SECRET);
    logger.warn("connecting to {}", "postgres://app:" + SECRET + "@db/app");
    logger.atInfo().addKeyValue("header", "Authorization: Bearer " + SECRET).log("asked");
    MDC.put("request", "token=" + SECRET);
    logger.info("done sign-1");
    MDC.clear();
    assertClean("sign-1");
  }

  @Test
  void aSecretInAnExceptionItsCauseAndSuppressedOnesIsRedacted() throws Exception {
    open(shown);
    LoggerFactory.getLogger("a.bundle").error("failed sign-2", failure());
    assertClean("IllegalArgumentException");
  }

  @Test
  void aPortInUseIsLoggedAsOneLineWithoutAStack() throws Exception {
    open(shown);
    IOException taken =
        new IOException("Failed to bind to 4560", new BindException("Address already in use"));
    LoggerFactory.getLogger("jetty").error("failed", taken);
    List<String> all = end();
    assertTrue(all.contains("Failed to bind to 4560: Address already in use"), all::toString);
    assertFalse(all.toString().contains("HostLogTest"), all::toString);
  }

  @Test
  void aSecretOnStandardOutputAndErrorIsRedacted() throws Exception {
    open(shown);
    System.out.print("pass");
    System.out.println("word=" + SECRET + " sign-3");
    System.err.println("{\"api_token\":\"" + SECRET + "\"}");
    failure().printStackTrace();
    assertClean("sign-3");
  }

  @Test
  void aSecretInAnUncaughtExceptionIsRedacted() throws Exception {
    open(shown);
    Thread thread =
        new Thread(
            () -> {
              throw failure();
            },
            "sign-4");
    thread.start();
    thread.join();
    assertClean("sign-4");
  }

  @Test
  void aSecretInTheLoggingOfTheJdkIsRedacted() throws Exception {
    open(shown);
    java.util.logging.Logger.getLogger("a.jdk.user")
        .log(java.util.logging.Level.WARNING, "sign-5 token=" + SECRET, failure());
    assertClean("sign-5");
  }

  @Test
  void aKeyPrintedLineByLineIsHidden() throws Exception {
    open(shown);
    System.out.println("-----BEGIN RSA PRIVATE KEY-----");
    System.out.println("MIIEowIBAAKCAQEA" + "0".repeat(48));
    System.out.println("-----END RSA PRIVATE KEY-----");
    System.out.println("sign-6");
    List<String> all = end();
    assertTrue(all.stream().anyMatch(line -> line.contains("sign-6")));
    assertTrue(all.stream().noneMatch(line -> line.contains("MIIEow")), all::toString);
  }

  @Test
  void aConsoleThatIsNotReadDelaysNoLoggerAndLostLinesAreCounted() throws Exception {
    CountDownLatch read = new CountDownLatch(1);
    open(
        new OutputStream() {
          @Override
          public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
          }

          @Override
          public void write(byte[] bytes, int from, int length) {
            try {
              read.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            shown.write(bytes, from, length);
          }
        });
    int each = 5000;
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      int id = t;
      threads.add(
          new Thread(
              () -> {
                Logger logger = LoggerFactory.getLogger("burst");
                for (int i = 0; i < each; i++) {
                  logger.info("burst t={} n={}", id, i);
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    read.countDown();
    List<String> all = end();
    assertEquals(
        4 * each, all.stream().filter(l -> l.startsWith("{") && l.contains("burst t=")).count());
    long console = all.stream().filter(l -> !l.startsWith("{") && l.contains("burst t=")).count();
    String missed = 4 * each - console + " lines were not shown on the console";
    assertTrue(console < 4 * each, "the console could not have taken all");
    assertEquals(2, all.stream().filter(l -> l.contains(missed)).count(), missed);
  }

  @Test
  void coloursAreForTerminalsOnly() throws Exception {
    open(shown);
    LoggerFactory.getLogger("a.bundle").warn("plain sign-7");
    assertClean("sign-7");
    assertFalse(shown.toString("UTF-8").contains("\u001b"));
  }

  @ParameterizedTest
  @CsvSource({
    "debug, debug info warn error, debug info warn error",
    "info, info warn error, info warn error",
    "warn, warn error, info warn error",
    "error, error, info warn error",
  })
  void theLevelIsThatOfTheConsoleAndTheFileHasInfoAndAbove(
      String level, String console, String file) throws Exception {
    open(shown, level);
    Logger logger = LoggerFactory.getLogger("a.bundle");
    logger.debug("sign-debug");
    logger.info("sign-info");
    logger.warn("sign-warn");
    logger.error("sign-error");
    end();
    assertEquals(console, signs(shown.toString("UTF-8")));
    assertEquals(file, signs(Files.readString(dir.resolve("bot.log"))));
  }

  private static String signs(String text) {
    return Pattern.compile("sign-([a-z]+)")
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.joining(" "));
  }
}
