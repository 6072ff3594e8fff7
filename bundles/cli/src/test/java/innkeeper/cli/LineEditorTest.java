package innkeeper.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineEditorTest {

  private static final String LEFT = "\033[D";
  private static final String UP = "\033[A";
  private static final String DOWN = "\033[B";

  @TempDir Path temp;
  private final ByteArrayOutputStream screen = new ByteArrayOutputStream();
  private InputHistory history;

  @BeforeEach
  void open() {
    history = new InputHistory(temp.resolve("history"));
    history.add("status c1");
    history.add("logs c1 -f");
    history.add("restart c2");
  }

  private String type(String keys) throws IOException {
    return type(keys, before -> new LineEditor.Completion(0, List.of()));
  }

  private String type(String typed, LineEditor.Completer completer) throws IOException {
    Keys keys = new Keys(new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)));
    keys.start();
    return new LineEditor(keys, screen, history, completer).read("> ", 40);
  }

  @Test
  void keysEditTheLineAsInReadline() throws Exception {
    assertEquals("abc", type("abc\r"));
    assertEquals("Xabc", type("abc\001X\r"));
    assertEquals("abXc", type("abc" + LEFT + "X\r"));
    assertEquals("ab", type("abc\177\r"));
    assertEquals("bc", type("abc\001\033[3~\r"));
    assertEquals("ab", type("abcd\002\002\013\r"));
    assertEquals("d", type("abcd\002\025\r"));
    assertEquals("one ", type("one two\027\r"));
    assertEquals("one twotwo", type("one two\027\031\031\r"));
    assertEquals("oneX two", type("one two\001\033fX\r"));
    assertEquals("one Xtwo", type("one two\033bX\r"));
    assertEquals("xabcy", type("abc\033[Hx\033[Fy\r"));
    assertEquals("a☃🦉b", type("a☃🦉c\177b\r"), "a character is one, whatever its bytes");
    assertEquals("a☃b", type("a☃🦉" + LEFT + "\033[3~b\r"));
  }

  @Test
  void theCursorMovesBackByColumnsNotByCharacters() throws Exception {
    type("日本e\u0301x\001\r");
    // Two wide ones, one with its accent, one more: the cursor goes six columns to the left.
    assertTrue(screen.toString(StandardCharsets.UTF_8).contains("日本e\u0301x\033[6D"));
    screen.reset();
    type("日".repeat(30) + "\r");
    String last = screen.toString(StandardCharsets.UTF_8);
    String row = last.substring(last.lastIndexOf("> ") + 2).strip();
    assertEquals("日".repeat(18), row, "forty columns hold the prompt, eighteen and the cursor");
  }

  @Test
  void theEndOfInputReturnsNullAndCtrlCAnEmptyLine() throws Exception {
    assertNull(type("\004"));
    assertNull(type(""));
    assertEquals("", type("abc\003"));
    assertEquals("ac", type("abc\002\002\004\r"));
  }

  @Test
  void arrowsSelectLinesOfTheHistoryAndKeepTheUnfinishedLine() throws Exception {
    assertEquals("restart c2", type(UP + "\r"));
    assertEquals("status c1", type(UP + UP + UP + UP + "\r"));
    assertEquals("beg", type("beg" + UP + UP + DOWN + DOWN + "\r"));
  }

  @Test
  void historyIsSearchedBackwards() throws Exception {
    assertEquals("status c1", type("\022c1\022\r"));
    assertEquals("logs c1 -f -n 5", type("\022logs\005 -n 5\r"));
    assertEquals("ab", type("ab\022zzz\007\r"));
  }

  @Test
  void completionInsertsTheCommonBeginningOrListsTheCandidates() throws Exception {
    LineEditor.Completer completer =
        before -> new LineEditor.Completion(before.length(), List.of("start", "status"));
    assertEquals("sta", type("s\t\r", completer));
    assertFalse(screen.toString(StandardCharsets.UTF_8).contains("start  status"));
    assertEquals("stat", type("sta\tt\r", completer));
    assertTrue(screen.toString(StandardCharsets.UTF_8).contains("start   status"));
    assertEquals("logs ", type("l\t\r", b -> new LineEditor.Completion(1, List.of("logs"))));
  }

  @Test
  void aLongLineScrollsSidewaysAndIsReturnedWhole() throws Exception {
    String line = "x".repeat(200);
    assertEquals(line + "y", type(line + "y\r"));
    for (String drawn : screen.toString(StandardCharsets.UTF_8).split("\r")) {
      assertTrue(drawn.replaceAll("\033\\[[0-9]*[A-Z]", "").strip().length() <= 40, drawn);
    }
  }

  @Test
  void onlyTheOwnerReadsTheHistoryAndItHasNoEnvironmentValues() throws Exception {
    Path file = temp.resolve("history");
    history.add("add x --env TOKEN=secret -- run");
    history.add(" hidden");
    history.add("restart c2");
    assertEquals(List.of("status c1", "logs c1 -f", "restart c2"), Files.readAllLines(file));
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    assertEquals(3, new InputHistory(file).lines().size());
  }

  @Test
  void theLastWordsOfTheKernelsLineAreTheArguments() {
    byte[] line = "java\0-cp\0x y\0Main\0ü\0\0z\0".getBytes(StandardCharsets.ISO_8859_1);
    List<byte[]> words = Argv.last(line, 3);
    assertEquals(3, words.size());
    assertEquals((byte) 0xFC, words.get(0)[0]);
    assertEquals(0, words.get(1).length);
    assertNull(Argv.last(line, 30));
  }

  @Test
  void aLineThatProbablyHoldsASecretIsNotKept() {
    for (String line :
        List.of(
            "add web --env A=b -- x",
            "add web --env=A=b -- x",
            "add web --secret-env A=b -- x",
            "set web env.API_KEY=b",
            "set web secretEnv.A=b port=80",
            "set web env={}",
            "redact explain web --forget b",
            " status")) {
      assertFalse(InputHistory.keeps(line), line);
    }
    for (String line : List.of("set web port=80", "unset web env.A", "add web --env-file .env")) {
      assertTrue(InputHistory.keeps(line), line);
    }
  }
}
