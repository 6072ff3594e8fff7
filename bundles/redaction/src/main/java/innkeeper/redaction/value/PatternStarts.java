package innkeeper.redaction.value;

import innkeeper.redaction.pattern.Pattern;
import innkeeper.redaction.text.ByteSet;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the built-in patterns begin with, told by the build: a pattern whose first bytes do not
 * stand in a line need not be read.
 */
public final class PatternStarts {
  public static final String FILE = "patterns.bin";

  /** So many numbers of a pattern stand in {@link #starts}: flags, then a set for each place. */
  private static final int NUMBERS = 1 + Pattern.PLACES;

  private static final int OF_TOKEN = 1 << 8;

  /** By which a pattern is found, in order. */
  private final long[] keys;

  private final char[] starts;
  private final List<ByteSet> sets;

  private PatternStarts(long[] keys, char[] starts, List<ByteSet> sets) {
    this.keys = keys;
    this.starts = starts;
    this.sets = sets;
  }

  static PatternStarts load() {
    try (InputStream file = PatternStarts.class.getResourceAsStream(FILE)) {
      // Only while the build makes it there is none.
      return file == null
          ? new PatternStarts(new long[0], new char[0], List.of())
          : read(new DataInputStream(new BufferedInputStream(file, 1 << 16)));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + FILE, e);
    }
  }

  private static PatternStarts read(DataInputStream in) throws IOException {
    List<ByteSet> sets = ByteSet.readAll(in);
    long[] keys = new long[in.readInt()];
    char[] starts = new char[NUMBERS * keys.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = in.readLong();
      for (int n = 0; n < NUMBERS; n++) {
        starts[NUMBERS * i + n] = in.readChar();
      }
    }
    return new PatternStarts(keys, starts, sets);
  }

  /** Writes what all patterns begin with that anybody asked for so far, and those within them. */
  public static void write(DataOutput out) throws IOException {
    List<Pattern> patterns = List.of();
    while (patterns.size() < Values.builtin().known().size()) {
      patterns = new ArrayList<>(Values.builtin().known());
      patterns.forEach(Pattern::check);
    }
    patterns.sort((one, other) -> Long.compare(key(one.key()), key(other.key())));
    List<ByteSet> sets =
        patterns.stream()
            .flatMap(p -> Arrays.stream(p.leading(Pattern.PLACES)))
            .distinct()
            .toList();
    ByteSet.writeAll(out, sets);
    out.writeInt(patterns.size());
    long last = 0;
    for (Pattern pattern : patterns) {
      long key = key(pattern.key());
      if (key == last) {
        throw new IllegalStateException("two patterns have the same key, change one: " + pattern);
      }
      last = key;
      out.writeLong(key);
      ByteSet[] leading = pattern.leading(Pattern.PLACES);
      out.writeChar(leading.length | (pattern.ofToken() ? OF_TOKEN : 0));
      for (int i = 0; i < Pattern.PLACES; i++) {
        out.writeChar(i < leading.length ? sets.indexOf(leading[i]) : 0);
      }
    }
  }

  private static long key(String pattern) {
    return (long) pattern.hashCode() << Integer.SIZE | pattern.length();
  }

  /** Null if the build did not know the pattern. */
  Pattern.Start of(String pattern) {
    int i = Arrays.binarySearch(keys, key(pattern));
    if (i < 0) {
      return null;
    }
    int flags = starts[NUMBERS * i];
    ByteSet[] places = new ByteSet[flags & OF_TOKEN - 1];
    for (int n = 0; n < places.length; n++) {
      places[n] = sets.get(starts[NUMBERS * i + 1 + n]);
    }
    return Pattern.Start.of(places, (flags & OF_TOKEN) != 0);
  }
}
