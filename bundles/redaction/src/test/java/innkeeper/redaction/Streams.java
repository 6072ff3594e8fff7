package innkeeper.redaction;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.function.Function;

/** Sends bytes through a stream in many ways of cutting them. */
final class Streams {
  private Streams() {}

  static String whole(Engine engine, String text) {
    return cut(engine, text.getBytes(StandardCharsets.UTF_8), Integer.MAX_VALUE, false);
  }

  /** The same, which is clean for another engine too and however the text is cut. */
  static String settled(Engine engine, String text) {
    String clean = whole(engine, text);
    assertEquals(clean, whole(engine, clean), "redacting twice");
    assertEquals(clean, cut(engine, text.getBytes(StandardCharsets.UTF_8), 1, true), "split");
    return clean;
  }

  /** In pieces of {@code size}; with {@code flush}, what can be shown is shown after each. */
  static String cut(Engine engine, byte[] bytes, int size, boolean flush) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RedactingStream stream = engine.stream(out::write);
    try {
      for (int at = 0; at < bytes.length; ) {
        int n = Math.min(size, bytes.length - at);
        stream.write(bytes, at, n);
        at += n;
        if (flush) {
          stream.flushPartial();
        }
      }
      stream.finish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  static String at(Engine engine, byte[] bytes, int split, boolean flush) {
    return at(engine::stream, bytes, split, flush);
  }

  static String at(
      Function<ByteSink, RedactingStream> streams, byte[] bytes, int split, boolean flush) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RedactingStream stream = streams.apply(out::write);
    try {
      stream.write(bytes, 0, split);
      if (flush) {
        stream.flushPartial();
      }
      stream.write(bytes, split, bytes.length - split);
      stream.finish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  static String random(Engine engine, byte[] bytes, Random random, int most) {
    return random(engine::stream, bytes, random, most);
  }

  static String random(
      Function<ByteSink, RedactingStream> streams, byte[] bytes, Random random, int most) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RedactingStream stream = streams.apply(out::write);
    try {
      for (int at = 0; at < bytes.length; ) {
        int n = Math.min(1 + random.nextInt(most), bytes.length - at);
        stream.write(bytes, at, n);
        at += n;
        if (random.nextInt(4) == 0) {
          stream.flushPartial();
        }
      }
      stream.finish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString(StandardCharsets.UTF_8);
  }
}
