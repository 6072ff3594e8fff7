package innkeeper.admin.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import innkeeper.api.audit.Actor;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoopbackPeerTest {

  private static final String TABLE =
      """
        sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
         0: 0100007F:1234 0100007F:ABCD 01 00000000:00000000 00:00000000 00000000     0        0 41 1
         1: 0100007F:ABCD 0100007F:1234 01 00000000:00000000 00:00000000 00000000  1000        0 42 1
      """;

  @TempDir Path proc;
  private LoopbackPeer peer;

  @BeforeEach
  void table() throws Exception {
    Files.createDirectories(proc.resolve("net"));
    Files.writeString(proc.resolve("net/tcp"), TABLE);
    process("999", "cron", "socket:[7]");
    process("1000", "curl", "socket:[42]");
    peer = new LoopbackPeer(proc);
  }

  private void process(String pid, String name, String descriptor) throws Exception {
    Path fd = Files.createDirectories(proc.resolve(pid).resolve("fd"));
    Files.writeString(proc.resolve(pid).resolve("comm"), name + "\n");
    Files.createSymbolicLink(fd.resolve("3"), Path.of(descriptor));
  }

  @Test
  void theProcessAtTheOtherEndIsFound() {
    assertEquals(new Actor(Actor.Via.HTTP, "1000", "curl"), peer.actor("a", 0xABCD, 0x1234));
  }

  @Test
  void ourOwnSocketIsNotTheClients() {
    assertEquals(Actor.of(Actor.Via.HTTP), peer.actor("a", 0xABC, 0x1234));
  }

  @Test
  void aConnectionIsLookedUpOnce() throws Exception {
    Actor first = peer.actor("a", 0xABCD, 0x1234);
    Files.writeString(proc.resolve("net/tcp"), "");
    assertSame(first, peer.actor("a", 0xABCD, 0x1234));
    assertEquals(Actor.of(Actor.Via.HTTP), peer.actor("b", 0xABCD, 0x1234));
  }
}
