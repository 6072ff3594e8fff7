package innkeeper.cli.far;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A shell script replaces the program that reaches a far side. */
@Timeout(60)
class TransportChannelTest {

  private final BlockingQueue<String> shown = new LinkedBlockingQueue<>();

  private record Script(String script) implements Transport {

    @Override
    public String name() {
      return "box";
    }

    @Override
    public String which() {
      return "data=/srv/inn";
    }

    @Override
    public List<String> command(boolean attended) {
      return List.of("sh", "-c", script);
    }

    @Override
    public String failure(int status, String said) {
      return status + " " + said;
    }
  }

  private TransportChannel open(String script) throws IOException {
    return TransportChannel.open(new Script(script), List.of(), true, new FarErrors(shown::add), 7);
  }

  private UnreachableException refused(String script) {
    return assertThrows(UnreachableException.class, () -> open(script));
  }

  @Test
  void outputOfALoginShellBeforeTheGreetingIsSkipped() throws Exception {
    String greets =
        "echo Welcome; printf 'no line end'; echo >&2 a note;"
            + " read data; read patience; read empty;"
            + " printf '\\ninnkeeper-dial 1 9.9.9 42\\n'; echo \"$data $patience.$empty\"; exec cat";
    try (TransportChannel channel = open(greets)) {
      assertEquals(new DialGreeting("9.9.9", 42), channel.greeting());
      channel.write(ByteBuffer.wrap("to and fro\n".getBytes(StandardCharsets.UTF_8)));
      ByteBuffer read = ByteBuffer.allocate(100);
      String expected = "data=/srv/inn patience=7.\nto and fro\n";
      while (read.position() < expected.length()) {
        assertTrue(channel.read(read) > 0);
      }
      assertEquals(expected, new String(read.array(), 0, read.position(), StandardCharsets.UTF_8));
      assertEquals("a note", shown.poll(30, TimeUnit.SECONDS));
    }
  }

  @Test
  void aFailureIsExplainedByInnkeepersLineElseByTheLastLine() {
    assertEquals("box: 3 second", refused("echo first >&2; echo second >&2; exit 3").getMessage());
    assertEquals(
        "box: 69 no host runs",
        refused("echo innkeeper: no host runs >&2; echo Closed. >&2; exit 69").getMessage());
    assertTrue(refused("echo innkeeper: no host runs >&2; exit 69").withoutHost());
    assertFalse(refused("exit 255").withoutHost());
    assertTrue(shown.isEmpty(), shown.toString());
  }

  @Test
  void anEarlierReleaseOnTheFarSideIsReported() {
    String said = refused("echo 'innkeeper: unknown command dial-stdio' >&2; exit 2").getMessage();
    assertTrue(said.contains("an earlier release runs there"), said);
  }
}
