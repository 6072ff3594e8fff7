package innkeeper.shell.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.Test;

class InputTest {

  @Test
  void aPausedConnectionIsReadAgainWhenItsKeysAreTaken() throws Exception {
    try (Selector selector = Selector.open();
        SocketChannel channel = SocketChannel.open()) {
      channel.configureBlocking(false);
      SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
      Input input = new Input(new Connection(channel, key));
      byte[] keys = new byte[300 * 1024];
      input.offer(keys);
      assertEquals(0, key.interestOps());
      for (byte one : keys) {
        assertEquals(one, input.poll(0));
      }
      assertEquals(SelectionKey.OP_READ, key.interestOps());
    }
  }
}
