package innkeeper.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code innkeeper top} on a real terminal, and that the terminal is as before however it ends. */
class TopIT {

  private static final String ENTER = "\033[?1049h";
  private static final String LEAVE = "\033[?25h\033[?1049l";

  /** What stty -g prints. */
  private static final Pattern MODES = Pattern.compile("(?m)^[0-9a-f]+(:[0-9a-f]+){5,}");

  private static HostProcess host;
  private static Feed web;

  @BeforeAll
  static void start() throws Exception {
    Programs.need("script");
    host = HostProcess.running();
    web = new Feed(host, "web");
    host.cli("add", "idle", "--no-autostart", "--", "sleep", "600").ok();
  }

  @AfterAll
  static void stop() throws Exception {
    if (host != null) {
      host.close();
    }
  }

  private static Seat top(HostProcess on) throws Exception {
    String line =
        "stty rows 24 cols 80; stty -g; "
            + HostProcess.HOME.resolve("bin/innkeeper")
            + " top; echo status=$?; stty -g; echo over";
    Seat seat = new Seat(on.terminalLine(line));
    seat.see("q quit");
    return seat;
  }

  private static ProcessHandle client(Seat seat) {
    return seat.process()
        .descendants()
        .filter(p -> p.info().command().orElse("").endsWith("/java"))
        .findFirst()
        .orElseThrow();
  }

  /** The terminal has its modes, its cursor and its screen again. */
  private static void restored(Seat seat, int status) throws Exception {
    seat.see("over");
    seat.end();
    String all = seat.all();
    assertTrue(all.contains("status=" + status), all);
    List<String> modes = MODES.matcher(all).results().map(MatchResult::group).toList();
    assertEquals(2, modes.size(), all);
    assertEquals(modes.get(0), modes.get(1));
    assertTrue(all.indexOf(LEAVE) > all.lastIndexOf(ENTER), all);
    String after = all.substring(all.indexOf(LEAVE) + LEAVE.length(), all.indexOf("status="));
    assertFalse(after.contains("\033"), "nothing is drawn on the shell's screen: " + after);
  }

  @Test
  void projectsAreSelectedFilteredStoppedAndTheirLogFollowed() throws Exception {
    web.say("first \033]0;title\007line");
    try (Seat seat = top(host)) {
      seat.see("first line");
      assertFalse(seat.all().contains("\033]0;"), "a server cannot rename the window");
      web.say("second");
      seat.see("second");
      assertTrue(seat.type("/idl", "filter \"idl\": 1").contains("Esc shows all"));
      seat.see("log of idle");
      seat.type("\r", "q quit");
      seat.type("s", "start idle?");
      seat.type("n", "nothing was done");
      seat.type("s", "start idle?");
      seat.type("y", "start idle: asked");
      HostProcess.await("idle runs", () -> out("status", "idle").contains("RUNNING"));
      seat.type("l", "q back");
      seat.type("q", "q quit");
      Path terminal = Files.readSymbolicLink(Path.of("/proc/" + client(seat).pid() + "/fd/0"));
      new ProcessBuilder("stty", "-F", terminal.toString(), "rows", "10", "cols", "50")
          .start()
          .waitFor();
      seat.see("\033[10;1H");
      seat.type("q", "over");
      restored(seat, 0);
    }
  }

  private static String out(String... words) {
    try {
      return host.cli(words).out();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void controlCGivesTheTerminalBack() throws Exception {
    try (Seat seat = top(host)) {
      seat.type("\003", "over");
      restored(seat, 130);
    }
  }

  @Test
  void aSignalGivesTheTerminalBack() throws Exception {
    HostProcess.assumeHeard(1);
    for (String signal : List.of("TERM", "HUP")) {
      try (Seat seat = top(host)) {
        new ProcessBuilder("kill", "-s", signal, String.valueOf(client(seat).pid()))
            .start()
            .waitFor();
        restored(seat, signal.equals("TERM") ? 143 : 129);
      }
    }
  }

  @Test
  void aTerminalThatGoesAwayEndsIt() throws Exception {
    try (Seat seat = top(host)) {
      ProcessHandle client = client(seat);
      seat.process().destroyForcibly();
      HostProcess.await("the client is gone", () -> !client.isAlive());
    }
  }

  @Test
  void aHostThatIsKilledGivesTheTerminalBack() throws Exception {
    try (HostProcess own = HostProcess.running();
        Seat seat = top(own)) {
      own.crash();
      restored(seat, 1);
      assertTrue(seat.all().contains("the host went away"), seat.all());
    }
  }

  @Test
  void theShellGoesOnBehindIt() throws Exception {
    try (Seat seat = new Seat(host.onTerminal("shell"))) {
      seat.see("inn> ");
      seat.type("top\r", "q quit");
      seat.type("q", LEAVE);
      seat.see("inn> ");
      seat.type("version\r", "innkeeper 0");
      seat.see("inn> ");
      seat.type("exit\r", "exit");
      assertEquals(0, seat.end());
    }
  }

  @Test
  void statusIsWatchedInPlace() throws Exception {
    try (Seat seat = new Seat(host.onTerminal("status", "--watch=0.2"))) {
      seat.see("sorted by name; q quits");
      assertTrue(seat.all().contains("RESTARTS"));
      seat.type("q", LEAVE);
      assertEquals(0, seat.end());
    }
  }

  @Test
  void withoutATerminalItIsRefusedInOneLine() throws Exception {
    HostProcess.Said said = host.cli("top");
    assertEquals(1, said.status());
    assertEquals(
        "innkeeper: top: a terminal is needed, and standard output is not one (over ssh: ssh -t);"
            + " without one: innkeeper status --sort state\n",
        said.err());
    assertEquals("", said.out());
  }
}
