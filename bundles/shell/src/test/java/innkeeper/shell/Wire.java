package innkeeper.shell;

import innkeeper.common.wire.Frame;
import innkeeper.common.wire.Hello;
import innkeeper.common.wire.SocketFile;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One command over the host's socket without a client's JVM, which takes half a second. */
final class Wire {

  private Wire() {}

  /**
   * @param directory the client's working directory
   * @param input what the client's standard input holds
   */
  static Cli.Result run(Path dataDir, Path directory, String input, String... words)
      throws IOException {
    List<byte[]> bytes = new ArrayList<>();
    for (String word : words) {
      bytes.add(word.getBytes(StandardCharsets.UTF_8));
    }
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      SocketFile.use(dataDir.resolve("run").resolve("shell.sock"), channel::connect);
      send(channel, Frame.HELLO, new Hello(0, 0, directory.toString(), "", bytes).encode());
      DataInputStream in = new DataInputStream(Channels.newInputStream(channel));
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      ByteArrayOutputStream err = new ByteArrayOutputStream();
      while (true) {
        byte type = in.readByte();
        Frame frame = new Frame(type, in.readNBytes(in.readInt()));
        switch (type) {
          case Frame.TAKEN -> {}
          case Frame.OUT -> out.write(frame.payload());
          case Frame.ERR -> err.write(frame.payload());
          case Frame.WANT -> answer(channel, directory, text(frame.payload()), input);
          case Frame.EXIT -> {
            return new Cli.Result(frame.number(), text(out.toByteArray()), text(err.toByteArray()));
          }
          default -> throw new IOException("a frame of type " + (char) type);
        }
      }
    }
  }

  private static void answer(SocketChannel channel, Path directory, String file, String input)
      throws IOException {
    String why = "";
    byte[] all = input.getBytes(StandardCharsets.UTF_8);
    if (!file.isEmpty()) {
      try {
        all = Files.readAllBytes(directory.resolve(file));
      } catch (IOException e) {
        why = file + " (No such file or directory)";
      }
    }
    for (int at = 0; why.isEmpty() && at < all.length; at += Frame.CHUNK) {
      send(
          channel,
          Frame.INPUT,
          Arrays.copyOfRange(all, at, Math.min(all.length, at + Frame.CHUNK)));
    }
    send(channel, Frame.INPUT_END, why.getBytes(StandardCharsets.UTF_8));
  }

  private static void send(SocketChannel channel, byte type, byte[] payload) throws IOException {
    ByteBuffer frame = ByteBuffer.wrap(Frame.encode(type, payload, 0, payload.length));
    while (frame.hasRemaining()) {
      channel.write(frame);
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
