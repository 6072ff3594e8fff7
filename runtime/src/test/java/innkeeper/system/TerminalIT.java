package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
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

  private static Seat seat(String... words) throws IOException {
    return new Seat(host.onTerminal(words));
  }

  @Test
  void wordsAreCompletedEditedAndRemembered() throws Exception {
    try (Seat seat = seat("shell")) {
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
    try (Seat seat = seat("shell")) {
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
    try (Seat seat = seat("shell")) {
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
    try (Seat seat = seat("status")) {
      seat.end();
      seat.see("\033[32mRUNNING");
    }
    for (String command : List.of("status", "surfaces", "health", "audit", "backups", "help")) {
      assertFalse(host.cli(command).ok().out().contains("\033"), command);
    }
  }

  @Test
  void whatIsDataIsJsonToo() throws Exception {
    // The health of bot.db reads otherwise until its first verification has ended.
    HostProcess.await("bot.db is verified", () -> verified(host));
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
  private static boolean verified(HostProcess host) {
    try {
      return host.cli("health", "--json").ok().out().contains("\"value\" : \"verified\"");
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

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
            .filter(l -> l.matches("  [a-z].*"))
            .map(l -> l.strip().split(" ")[0])
            .toList();
    assertTrue(names.size() > 25, names.toString());
    String known =
        "add apply export remove import start stop restart status why logs backup backups prune"
            + " health rotate pin unpin redact audit surfaces install uninstall";
    assertTrue(names.containsAll(List.of(known.split(" "))), names.toString());
    for (String name : names) {
      for (String[] way : new String[][] {{"help", name}, {name, "--help"}}) {
        String page = host.cli(way).ok().out();
        assertTrue(page.startsWith("usage: innkeeper " + name), page);
      }
    }
  }
}
