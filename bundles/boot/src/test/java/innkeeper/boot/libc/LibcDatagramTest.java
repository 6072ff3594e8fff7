package innkeeper.boot.libc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.NativeLibrary;
import com.sun.jna.NativeLong;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibcDatagramTest {

  private static final int NO_SUCH_FILE = 2;
  private static final int INVALID = 22;
  private static final int REFUSED = 111;

  @TempDir private Path dir;

  /** A datagram socket that is bound to an address, as systemd's. */
  private final class Receiver implements AutoCloseable {
    private final NativeLibrary c = Libc.library(dir);
    private final int socket = call("socket", 1, 2, 0);

    /**
     * @param sunPath the address behind the family
     */
    Receiver(byte[] sunPath) {
      ByteBuffer address = ByteBuffer.allocate(2 + sunPath.length).order(ByteOrder.nativeOrder());
      address.putShort((short) 1).put(sunPath);
      assertEquals(0, call("bind", socket, address.array(), address.capacity()));
    }

    private int call(String name, Object... arguments) {
      return c.getFunction(name).invokeInt(arguments);
    }

    /** Takes what has come, without waiting. */
    String next() {
      byte[] bytes = new byte[4096];
      int length = call("recv", socket, bytes, new NativeLong(bytes.length), 0x40);
      assertTrue(length >= 0, "nothing has come");
      return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
      call("close", socket);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void aTextArrivesAtAPathAndAtAnAbstractName() {
    Libc libc = Libc.load(dir);
    String path = dir.resolve("notify").toString();
    String name = "innkeeper-test-" + ProcessHandle.current().pid();
    try (Receiver byPath = new Receiver(bytes(path + "\0"));
        Receiver byName = new Receiver(bytes("\0" + name))) {
      assertEquals(0, libc.sendDatagram(path, "READY=1\nSTATUS=über"));
      assertEquals(0, libc.sendDatagram("@" + name, "WATCHDOG=1"));
      assertEquals(0, libc.sendDatagram(path, "STOPPING=1"));
      assertEquals("READY=1\nSTATUS=über", byPath.next());
      assertEquals("STOPPING=1", byPath.next());
      assertEquals("WATCHDOG=1", byName.next());
    }
    assertEquals(-REFUSED, libc.sendDatagram(path, "READY=1"), "nobody receives any more");
  }

  @Test
  void anInvalidAddressReturnsAnErrorNumber() {
    Libc libc = Libc.load(dir);
    assertEquals(-NO_SUCH_FILE, libc.sendDatagram(dir.resolve("none").toString(), "x"));
    assertEquals(-INVALID, libc.sendDatagram("/" + "x".repeat(120), "x"));
  }
}
