package innkeeper.admin.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import innkeeper.admin.http.ClientOutput.ClientLeftException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.junit.jupiter.api.Test;

class ClientOutputTest {

  private static final OutputStream BROKEN =
      new OutputStream() {
        @Override
        public void write(int b) throws IOException {
          throw new IOException("Broken pipe");
        }

        @Override
        public void flush() throws IOException {
          throw new IOException("Connection reset");
        }
      };

  @Test
  void writtenBytesArriveUnchanged() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new ClientOutput(bytes)) {
      out.write(200);
      out.write(new byte[] {1, 2, 3, 4}, 1, 2);
    }
    assertArrayEquals(new byte[] {(byte) 200, 2, 3}, bytes.toByteArray());
  }

  @Test
  void eachFailureMeansThatTheClientLeft() {
    OutputStream out = new ClientOutput(BROKEN);
    assertEquals(
        "Broken pipe", assertThrows(ClientLeftException.class, () -> out.write(1)).getMessage());
    assertThrows(ClientLeftException.class, () -> out.write(new byte[3]));
    assertEquals(
        "Connection reset", assertThrows(ClientLeftException.class, out::flush).getMessage());
  }
}
