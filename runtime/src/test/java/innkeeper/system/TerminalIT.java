package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The interactive shell on a real terminal, which {@code script} of util-linux lends. */
class TerminalIT {

  private static final String UP = "\033[A";
  private static final String LEFT = "\033[D";

  private static HostProcess host;

  @BeforeAll
  static void start() throws Exception {
    Programs.need("script");
    host = HostProcess.running();
    host.cli("add", "123456789", "--name", "web-shop", "--", "sleep", "600").ok();
    host.cli("add", "api", "--", "sleep", "600").ok();
    host.cli("add", "apple", "--no-autostart", "--", "sleep", "600").ok();
  }

  @AfterAll
  static void stop() throws Exception {
    if (host != null) {
      host.close();
    }
  }

  /** Somebody at a terminal. */
  private static final class Seat implements AutoCloseable {

    private final Process process;
    private final StringBuffer seen = new StringBuffer();
    private int from;

    Seat(String... words) throws IOException {
      process = host.onTerminal(words);
      Thread reader = new Thread(this::read, "terminal");
      reader.setDaemon(true);
      reader.start();
    }

    private void read() {
      byte[] block = new byte[4096];
      try (InputStream in = process.getInputStream()) {
        for (int n = in.read(block); n > 0; n = in.read(block)) {
          seen.append(new String(block, 0, n, StandardCharsets.UTF_8));
        }
      } catch (IOException e) {
        seen.append("terminal broke: ").append(e);
      }
    }

    /** Types, and waits until this is seen after it. */
    String type(String keys, String until) throws IOException {
      from = seen.length();
      OutputStream terminal = process.getOutputStream();
      terminal.write(keys.getBytes(StandardCharsets.UTF_8));
      terminal.flush();
      return see(until);
    }

    String see(String until) {
      HostProcess.await("to see " + until, () -> seen.substring(from).contains(until));
      return seen.substring(from);
    }

    int end() throws InterruptedException {
      assertTrue(process.waitFor(HostProcess.PATIENCE.toSeconds(), TimeUnit.SECONDS));
      return process.exitValue();
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }

  @Test
  void wordsAreCompletedEditedAndRemembered() throws Exception {
    try (Seat seat = new Seat("shell")) {
      seat.see("inn> ");
      seat.type("stat\t", "status ");
      assertTrue(seat.type("ap\t\t", "apple").contains("api"), "both are offered");
      seat.type("i\r", "RUNNING");
      seat.see("inn> ");
      seat.type("why web\t", "why web-shop ");
      seat.type("\r", "inn> ");
      seat.type("surfaces innkeeper.ba\t", "innkeeper.backup ");
      seat.type("\r", "gives:");
      seat.see("inn> ");
      seat.type("headers innkeeper.sh\t", "innkeeper.shell ");
      seat.type("\003", "inn> ");
      // A letter is missing: back over the word after it, and typed in.
      seat.type("versin" + LEFT + "o", "version");
      seat.type("\r", "0.");
      seat.see("inn> ");
      seat.type(UP + UP + UP, "why web-shop");
      seat.type("\025\022surf", "surfaces innkeeper.backup");
      seat.type("\r", "gives:");
      seat.see("inn> ");
      assertFalse(seat.type("status | grep shop\r", "web-shop  ").contains("STATE"));
      seat.see("inn> ");
      seat.type("nonsense\r", "nonsense");
      seat.see("inn> ");
      seat.type("exit\r", "exit");
      seat.end();
    }
    List<String> history = Files.readAllLines(host.scratch().resolve(".innkeeper_history"));
    assertTrue(history.contains("why web-shop "), history.toString());
  }

  @Test
  void whatFollowsALogIsEndedByControlCAndTheShellGoesOn() throws Exception {
    new Feed(host, "chatty").say("first");
    try (Seat seat = new Seat("shell")) {
      seat.see("inn> ");
      seat.type("logs chatty -f\r", "first");
      seat.type("\003", "inn> ");
      seat.type("inn:status api\r", "RUNNING");
      seat.type("\004", "\n");
      seat.end();
    }
  }

  @Test
  void theShellGoesOnWhereItsOwnBundleIsReplaced() throws Exception {
    try (Seat seat = new Seat("shell")) {
      seat.see("inn> ");
      host.cli("update", "innkeeper.shell").ok();
      seat.type("status api\r", "RUNNING");
      seat.see("inn> ");
      seat.type("exit\r", "exit");
      assertEquals(0, seat.end());
    }
  }

  @Test
  void coloursAreForATerminalOnly() throws Exception {
    try (Seat seat = new Seat("status")) {
      seat.end();
      seat.see("\033[32mRUNNING");
    }
    for (String command : List.of("status", "surfaces", "health", "audit", "backups", "help")) {
      assertFalse(host.cli(command).ok().out().contains("\033"), command);
    }
  }

  @Test
  void whatIsDataIsJsonToo() throws Exception {
    for (String command :
        List.of(
            "status",
            "surfaces",
            "health",
            "audit",
            "backups",
            "rotation",
            "upgrade --list",
            "version",
            "prune --dry-run",
            "why api",
            "logs --main")) {
      List<String> words = new java.util.ArrayList<>(List.of(command.split(" ")));
      words.add("--json");
      String out = host.cli(words.toArray(String[]::new)).ok().out();
      Object data = out.startsWith("[") ? Json.list(out) : Json.read(out);
      assertTrue(data != null, command);
      // As Gogo names it: the same code.
      words.set(0, "inn:" + words.get(0));
      String scoped = host.cli(words.toArray(String[]::new)).ok().out();
      assertEquals(still(out), still(scoped), command);
    }
  }

  /** Without what changes from one moment to the next. */
  private static String still(String json) {
    return json.replaceAll("[0-9]+", "0");
  }

  @Test
  void everyCommandThatIsListedHasHelp() throws Exception {
    List<String> names =
        host.cli("help")
            .ok()
            .out()
            .lines()
            .filter(l -> l.startsWith("  "))
            .map(l -> l.strip().split(" ")[0])
            .toList();
    assertTrue(names.size() > 25, names.toString());
    for (String name : names) {
      for (String[] way : new String[][] {{"help", name}, {name, "--help"}}) {
        String page = host.cli(way).ok().out();
        assertTrue(page.startsWith("usage: innkeeper " + name), page);
      }
    }
  }
}
