package innkeeper.shell.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import innkeeper.api.audit.Actor;
import innkeeper.common.wire.Frame;
import innkeeper.common.wire.Hello;
import innkeeper.common.wire.Texts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProtocolTest {

  @Test
  void framesAreAssembledFromPiecesOfAnySize() throws Exception {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] payload = {0, 1, -1, 'a'};
    all.writeBytes(Frame.encode(Frame.OUT, payload, 0, 4));
    all.writeBytes(Frame.encode(Frame.EXIT, Frame.encodeNumber(-7), 0, 4));
    all.writeBytes(Frame.encode(Frame.INPUT_END, payload, 0, 0));
    byte[] bytes = all.toByteArray();
    for (int size = 1; size <= bytes.length; size++) {
      FrameReader reader = new FrameReader();
      List<Frame> frames = new ArrayList<>();
      for (int from = 0; from < bytes.length; from += size) {
        ByteBuffer piece = ByteBuffer.wrap(bytes, from, Math.min(size, bytes.length - from));
        Optional<Frame> frame = reader.next(piece);
        while (frame.isPresent()) {
          frames.add(frame.get());
          frame = reader.next(piece);
        }
      }
      assertEquals(3, frames.size(), "pieces of " + size);
      assertArrayEquals(payload, frames.get(0).payload());
      assertEquals(-7, frames.get(1).number());
      assertEquals(0, frames.get(2).payload().length);
    }
  }

  @Test
  void aFrameThatIsTooLargeIsRefusedBeforeItsPayloadIsAllocated() {
    ByteBuffer huge = ByteBuffer.wrap(new byte[] {'O', 0x7f, 0, 0, 0});
    assertThrows(IOException.class, () -> new FrameReader().next(huge));
    ByteBuffer negative = ByteBuffer.wrap(new byte[] {'O', -1, 0, 0, 0});
    assertThrows(IOException.class, () -> new FrameReader().next(negative));
  }

  @Test
  void aGreetingKeepsEveryByteOfItsWords() {
    byte[] odd = {0, '\n', (byte) 0xC3, (byte) 0xBC};
    Hello sent = new Hello(Hello.TERMINAL, 132, "/tmp/ü", "cursor", List.of(odd, new byte[0]));
    Hello got = Hello.decode(sent.encode());
    assertEquals(List.of("\0\nü", ""), got.words());
    assertEquals("/tmp/ü", got.directory());
    assertEquals("cursor", got.resume());
    assertEquals(132, got.width());
    assertEquals(true, got.has(Hello.TERMINAL));
    assertEquals(false, got.has(Hello.INTERACTIVE));
    assertEquals(0, got.pid());
    assertEquals(4711, Hello.decode(sent.of(4711).resumedAt("on").encode()).pid());
  }

  @Test
  void aGreetingWithoutAPidIsAccepted() {
    byte[] head = new byte[12];
    ByteBuffer.wrap(head).putInt(Frame.VERSION);
    assertEquals(0, Hello.decode(Texts.encode(List.of(head, new byte[0], new byte[0]))).pid());
  }

  @Test
  void theProgramIsTheClientsParentAndOnlyForTheClientsOwnUser() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/self/stat")), "no /proc: nothing tells the program");
    Process shell = new ProcessBuilder("/bin/sh", "-c", "sleep 60 & echo $!; wait").start();
    try {
      int child = Integer.parseInt(shell.inputReader().readLine());
      String uid = String.valueOf(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
      assertEquals("sh", Peer.of(uid).actor(Actor.Via.CLI, child).program());
      assertEquals("", Peer.of(uid + "1").actor(Actor.Via.CLI, child).program());
      assertEquals("", Peer.of(uid).actor(Actor.Via.CLI, 0).program());
    } finally {
      shell.descendants().forEach(ProcessHandle::destroyForcibly);
      shell.destroyForcibly();
    }
  }

  @Test
  void aWordThatIsNotUtf8IsReportedAndNotChanged() {
    Hello hello = new Hello(0, 0, "/", "", List.of("add".getBytes(), new byte[] {(byte) 0xFF}));
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> Hello.decode(hello.encode()).words());
    assertEquals("argument 2 is not UTF-8 and could not be kept as it is", e.getMessage());
  }

  @Test
  void aMalformedGreetingIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> Hello.decode(new byte[0]));
    assertThrows(IllegalArgumentException.class, () -> Hello.decode(new byte[] {0, 0, 0, 9, 1}));
    byte[] other = Texts.encode(List.of(new byte[12], new byte[0], new byte[0]));
    assertThrows(IllegalArgumentException.class, () -> Hello.decode(other), "version 0");
  }

  @Test
  void onlyLinesWithoutGogosLanguageBypassIt() {
    assertEquals(List.of("status", "c1", "--json"), PlainLine.words("  status  c1 --json "));
    assertEquals(List.of("add", "x", "--port=1", "--"), PlainLine.words("add x --port=1 --"));
    for (String line :
        List.of(
            "", "x=1", "a | b", "say $x", "say 'a'", "a; b", "{ a }", "a\"b", "a\\b", "a # b")) {
      assertEquals(List.of(), PlainLine.words(line), line);
    }
  }
}
