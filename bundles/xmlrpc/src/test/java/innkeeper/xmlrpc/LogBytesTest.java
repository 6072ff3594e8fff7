package innkeeper.xmlrpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The expected answers are supervisord 4.2.5's own (supervisor.options.readFile, tailFile). */
class LogBytesTest {

  @TempDir private Path dir;
  private Path log;

  @BeforeEach
  void write() throws Exception {
    log = Files.writeString(dir.resolve("x.log"), "0123456789");
  }

  @Test
  void readingFollowsSupervisord() {
    assertEquals("0123456789", LogBytes.read(log, 0, 0));
    assertEquals("234", LogBytes.read(log, 2, 3));
    assertEquals("89", LogBytes.read(log, 8, 30));
    assertEquals("", LogBytes.read(log, 30, 3));
    assertEquals("789", LogBytes.read(log, -3, 0));
    assertEquals("0123456789", LogBytes.read(log, -300, 0));
    assertThrows(Fault.class, () -> LogBytes.read(log, -3, 1));
    assertThrows(Fault.class, () -> LogBytes.read(log, 3, -1));
    assertThrows(Fault.class, () -> LogBytes.read(dir.resolve("none"), 0, 0));
  }

  @Test
  void tailingFollowsSupervisord() {
    assertEquals(List.of("6789", 10, true), LogBytes.tail(log, 0, 4));
    assertEquals(List.of("0123456789", 10, false), LogBytes.tail(log, 0, 10));
    assertEquals(List.of("", 10, false), LogBytes.tail(log, 10, 5));
    assertEquals(List.of("56789", 10, false), LogBytes.tail(log, 8, 5));
    assertEquals(List.of("", 10, true), LogBytes.tail(log, 0, 0));
    assertEquals(List.of("", 7, false), LogBytes.tail(dir.resolve("none"), 7, 5));
  }

  @Test
  void aLinkIsNotFollowed() throws Exception {
    Path link = Files.createSymbolicLink(dir.resolve("link"), log);
    assertThrows(Fault.class, () -> LogBytes.read(link, 0, 0));
  }
}
