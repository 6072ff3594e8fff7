package innkeeper.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import innkeeper.common.wire.Frame;
import innkeeper.common.wire.Hello;
import innkeeper.common.wire.SocketFile;
import innkeeper.shell.server.ShellServer;
import innkeeper.testkit.FakeLogs;
import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SessionsTest extends ShellFixture {

  private static void await(java.util.function.BooleanSupplier condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, "never came about");
      Thread.sleep(5);
    }
  }

  @Test
  void aFollowedLogLosesAndDoublesNothingWhileShellAndLoggingAreReplaced() throws Exception {
    shell.services.logs.line("c1", "0");
    ProcessBuilder client = Cli.builder(shell.dataDir, temp, "logs", "c1", "-n", "5", "-f");
    // A build in the background of a script has INT ignored, and hands that on.
    client.command().addAll(0, List.of("env", "--default-signal=INT"));
    Process follow = client.redirectError(temp.resolve("err").toFile()).start();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(follow.getInputStream(), StandardCharsets.UTF_8));
    int number = 0;
    assertEquals("0", lines.readLine());
    for (int round = 0; round < 3; round++) {
      shell.services.logs.line("c1", Integer.toString(++number));
      assertEquals(Integer.toString(number), lines.readLine());
      shell.replaceServer();
      shell.services.logs.line("c1", Integer.toString(++number));
      assertEquals(Integer.toString(number), lines.readLine());
      shell.services.replaceLogs();
      shell.services.logs.line("c1", Integer.toString(++number));
      assertEquals(Integer.toString(number), lines.readLine());
    }
    FakeLogs logs = shell.services.logs;
    await(() -> logs.followers("c1") == 1);
    new ProcessBuilder("kill", "-INT", Long.toString(follow.pid())).start().waitFor();
    assertTrue(follow.waitFor(20, TimeUnit.SECONDS));
    assertEquals(130, follow.exitValue());
    assertEquals("", Files.readString(temp.resolve("err")));
    await(() -> logs.followers("c1") == 0);
    await(() -> shell.server.sessions() == 0);
  }

  @Test
  void aClientEndsQuietlyWhenTheReaderOfItsOutputEnds() throws Exception {
    for (int i = 0; i < 10_000; i++) {
      shell.services.logs.line("c1", "line " + i + " " + "x".repeat(100));
    }
    List<String> client = Cli.builder(shell.dataDir, temp, "logs", "c1", "-n", "10000").command();
    StringBuilder script = new StringBuilder("{ ");
    client.forEach(word -> script.append('\'').append(word).append("' "));
    ProcessBuilder pipeline =
        Cli.builder(shell.dataDir, temp)
            .command("sh", "-c", script + "; echo $? >&2; } | head -c 6");
    assertEquals(new Cli.Result(0, "line 0", "141\n"), Cli.finish(pipeline, ""));
    await(() -> shell.server.sessions() == 0);
  }

  @Test
  void aCommandLeavesTheInputOfTheLoopAroundIt() throws Exception {
    List<String> client = Cli.builder(shell.dataDir, temp, "version").command();
    StringBuilder script = new StringBuilder("while read x; do ");
    client.forEach(word -> script.append('\'').append(word).append("' "));
    ProcessBuilder pipeline =
        Cli.builder(shell.dataDir, temp).command("sh", "-c", script + "; echo $x; done");
    assertEquals("innkeeper test\na\ninnkeeper test\nb\n", Cli.finish(pipeline, "a\nb\n").out());
  }

  @Test
  void linesFromStandardInputRunOneByOneInOneSession() throws Exception {
    String script =
        """
        # a comment
        add a --no-autostart -- sleep 1

        inn:add b -- sh -c 'echo $HOME; sleep 1'
        x = hello
        say $x
        status | swallow
        nonsense
        start a
        exit
        stop a
        """;
    Cli.Result result = Cli.run(shell.dataDir, temp, script, "shell");
    assertEquals(0, result.status(), result.err());
    assertTrue(
        result.out().startsWith("added a\nadded b\nb  RUNNING  pid 4711\nhello\n[hello]\n<NAME "),
        result.out());
    assertTrue(result.out().endsWith(">a  RUNNING  pid 4711\n"), result.out());
    assertEquals(
        "innkeeper: unknown command nonsense; what there is: innkeeper help\n", result.err());
    assertEquals(
        List.of("sh", "-c", "echo $HOME; sleep 1"),
        shell.services.supervisor.definitions.get("b").command());
    assertEquals("shell", shell.services.supervisor.actors.get(0).via().word());
  }

  @Test
  void everyCommandHasHelpAndIsTheSameUnderItsScope() throws Exception {
    List<String> names = shell.commandNames();
    assertTrue(names.contains("restart-host") && names.contains("upgrade"), names::toString);
    StringBuilder script = new StringBuilder();
    for (String name : names) {
      script.append(name + " --help\ninn:" + name + " --help\nhelp " + name + "\n");
    }
    Cli.Result result = Cli.run(shell.dataDir, temp, script.toString(), "shell");
    assertEquals("", result.err());
    String rest = result.out();
    for (String name : names) {
      int next = rest.indexOf("usage: innkeeper ", 1);
      String page = rest.substring(0, next < 0 ? rest.length() : next);
      assertTrue(page.startsWith("usage: innkeeper " + name), page);
      assertTrue(page.contains("\n" + name + ": "), page);
      assertFalse(page.contains("\u001b"), "no colours on a pipe");
      assertTrue(rest.startsWith(page.repeat(3)), () -> name + " differs:\n" + page);
      rest = rest.substring(3 * page.length());
    }
    assertEquals("", rest);
  }

  @Test
  void theStatusOfAScriptIsThatOfItsLastLine() throws Exception {
    assertEquals(2, Cli.run(shell.dataDir, temp, "version\nnonsense\n", "shell").status());
  }

  @Test
  void onlyTheOwnerReachesTheSocket() throws Exception {
    Path run = shell.dataDir.resolve("run");
    assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(run)));
    assertEquals(
        "rw-------",
        PosixFilePermissions.toString(Files.getPosixFilePermissions(run.resolve("shell.sock"))));
  }

  @Test
  void anotherUserIsRefusedAlsoIfTheSocketsModeAllowsIt() throws Exception {
    boolean root = Files.getAttribute(temp, "unix:uid").equals(0);
    assumeTrue(root && Files.isExecutable(Path.of("/usr/bin/setpriv")), "needs another user");
    Path run = shell.dataDir.resolve("run");
    for (Path open : List.of(temp, shell.dataDir, run, run.resolve("shell.sock"))) {
      Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    }
    // The other user may read neither this checkout nor Maven's repository.
    Path classes = temp.resolve("classes");
    assertEquals(
        0, new ProcessBuilder("cp", "-R", "target/classes", classes.toString()).start().waitFor());
    ProcessBuilder builder = Cli.builder(shell.dataDir, temp, "version");
    int path = builder.command().indexOf("-cp") + 1;
    builder.command().set(path, classes + File.pathSeparator + builder.command().get(path));
    builder
        .command()
        .addAll(0, List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
    Cli.Result result = Cli.finish(builder, "");
    assertEquals(1, result.status(), result.err());
    assertTrue(result.err().contains("may not use this host"), result.err());
    assertEquals("", result.out());
  }

  @Test
  void aSocketLeftByADeadHostIsReplaced() throws Exception {
    Path data = temp.resolve("crashed");
    Path socket = data.resolve("run").resolve("shell.sock");
    Files.createDirectories(socket.getParent());
    try (ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      dead.bind(UnixDomainSocketAddress.of(socket));
    }
    assertTrue(Files.exists(socket));
    try (TestShell again = new TestShell(data)) {
      assertEquals(0, Cli.run(again.dataDir, temp, "", "version").status());
    }
    assertTrue(Files.notExists(socket), "a clean stop takes the socket away");
  }

  @Test
  void aDataDirLongerThanASocketAddressWorks() throws Exception {
    Path data = temp.resolve("d".repeat(60)).resolve("e".repeat(60));
    try (TestShell deep = new TestShell(data)) {
      assertEquals("innkeeper test\n", Cli.run(deep.dataDir, temp, "", "version").out());
    }
  }

  @Test
  void oneSessionTooManyIsRefusedAndTheOthersContinue() throws Exception {
    List<SocketChannel> idle = new ArrayList<>();
    try {
      for (int i = 0; i < ShellServer.MOST; i++) {
        idle.add(connect());
      }
      Cli.Result result = Cli.run(shell.dataDir, temp, "", "version");
      assertEquals(1, result.status());
      assertTrue(result.err().contains("32 sessions"), result.err());
      idle.remove(0).close();
      await(() -> shell.server.sessions() == ShellServer.MOST - 1);
      assertEquals(0, Cli.run(shell.dataDir, temp, "", "version").status());
    } finally {
      for (SocketChannel channel : idle) {
        channel.close();
      }
    }
  }

  @Test
  void garbageEndsItsOwnConnectionOnly() throws Exception {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      SocketFile.use(shell.dataDir.resolve("run").resolve("shell.sock"), channel::connect);
      channel.write(ByteBuffer.wrap("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes("UTF-8")));
      ByteBuffer answer = ByteBuffer.allocate(16);
      int read;
      try {
        read = channel.read(answer);
      } catch (java.io.IOException e) {
        // Closed with our bytes unread: that, too, is an end.
        read = -1;
      }
      assertEquals(-1, read);
    }
    assertEquals(0, Cli.run(shell.dataDir, temp, "", "version").status());
  }

  private SocketChannel connect() throws Exception {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    SocketFile.use(shell.dataDir.resolve("run").resolve("shell.sock"), channel::connect);
    byte[] hello = new Hello(Hello.INTERACTIVE, 0, temp.toString(), "", List.of()).encode();
    channel.write(ByteBuffer.wrap(Frame.encode(Frame.HELLO, hello, 0, hello.length)));
    ByteBuffer taken = ByteBuffer.allocate(5);
    while (taken.hasRemaining()) {
      assertTrue(channel.read(taken) > 0);
    }
    assertEquals(Frame.TAKEN, taken.get(0));
    return channel;
  }
}
