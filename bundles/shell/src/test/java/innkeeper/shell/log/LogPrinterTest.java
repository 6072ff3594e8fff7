package innkeeper.shell.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.audit.Actor;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Keyboard;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogPrinterTest {

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  /** A terminal of 40 columns that shows colours, or a pipe. */
  private record Seat(PrintStream out, boolean terminal) implements Caller {

    @Override
    public PrintStream err() {
      return out;
    }

    @Override
    public boolean colour() {
      return terminal;
    }

    @Override
    public int width() {
      return terminal ? 40 : 0;
    }

    @Override
    public Path directory() {
      return Path.of("/");
    }

    @Override
    public Actor actor() {
      return Actor.HOST;
    }

    @Override
    public InputStream open(String file) throws IOException {
      throw new IOException(file);
    }

    @Override
    public Keyboard keys() throws IOException {
      throw new IOException("no keys");
    }
  }

  private LogPrinter printer(boolean terminal) {
    return LogPrinter.plain(
        new Seat(new PrintStream(printed, false, StandardCharsets.UTF_8), terminal));
  }

  private String printed() {
    String text = printed.toString(StandardCharsets.UTF_8);
    printed.reset();
    return text;
  }

  @Test
  void aTerminalShowsColoursUnlessTheLineMovesTheCursor() {
    LogPrinter printer = printer(true);
    printer.line("\033[31mERROR\033[0m: lost");
    assertEquals("\033[31mERROR\033[0m: lost\033[0m\n", printed());
    printer.line("\033[31m10 %\r100 %\033[0m");
    assertEquals("100 %\n", printed());
  }

  @Test
  void aPipeGetsTheTextThatATerminalShows() {
    LogPrinter printer = printer(false);
    printer.unfinished(List.of("\033[31m10 %"));
    printer.line("\033[31m10 %\r100 %\033[0m");
    assertEquals("100 %\n", printed());
  }

  @Test
  void aVeryLongLineIsCutWithANote() {
    LogPrinter printer = printer(true);
    printer.line("\033[31m" + "x".repeat(1 << 20) + "\033[0m");
    String text = printed();
    assertTrue(text.length() <= 16_385, "length " + text.length());
    assertTrue(text.endsWith("x… (1032222 more characters)\n"), text.substring(16_000));
  }

  @Test
  void theRestOfAnUnfinishedLineIsAppended() {
    LogPrinter printer = printer(true);
    printer.unfinished(List.of("\033[1mname?"));
    printer.unfinished(List.of("\033[1mname?\033[0m x"));
    printer.line("\033[1mname?\033[0m xy");
    printer.line("next");
    assertEquals("\033[1mname?\033[0m\033[0m x\033[0my\033[0m\nnext\n", printed());
  }

  @Test
  void anUnfinishedProgressBarOverwritesItsRow() {
    LogPrinter printer = printer(true);
    printer.unfinished(List.of("10 %"));
    printer.unfinished(List.of("10 %\r55 %"));
    printer.unfinished(List.of("10 %\r55 %\r100 %"));
    printer.line("10 %\r55 %\r100 %\rdone");
    printer.line("next");
    assertEquals("10 %\r\033[K55 %\r\033[K100 %\r\033[Kdone%\nnext\n", printed());
  }

  @Test
  void anotherLineEndsTheUnfinishedOne() {
    LogPrinter printer = printer(true);
    printer.unfinished(List.of("name?"));
    printer.line("warning");
    assertEquals("name?\nwarning\n", printed());
  }

  @Test
  void anUnfinishedLineThatIsVeryLongIsPrintedAtItsEnd() {
    LogPrinter printer = printer(true);
    printer.unfinished(List.of("x".repeat(10)));
    for (int i = 1; i < 10; i++) {
      printer.unfinished(List.of("x".repeat(100_000 * i)));
    }
    assertEquals("x".repeat(10), printed());
    printer.line("x".repeat(1_000_000));
    assertEquals("x".repeat(16_344) + "… (983646 more characters)\n", printed());
  }
}
