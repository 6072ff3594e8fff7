package innkeeper.boot;

import innkeeper.common.text.PosixWord;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.Properties;

/**
 * Checks whether this release can read what was last written here. run/formats names the home and
 * the formats of the release that wrote last. The file lib/formats.properties of this release lists
 * the formats it knows. bot.db has its own number, the user_version, because a restore may replace
 * it by an older file.
 */
final class DataFormats {

  private static final String NAME = "run/formats";
  private static final String DATABASE = "bot.db";
  private static final String READS = "reads.";
  private static final String WRITES = "writes.";
  private static final int VERSION_AT = 60;

  private final Path data;
  private final Path home;
  private final Properties ours;
  private final Properties last;

  private DataFormats(Path data, Path home) throws IOException {
    this.data = data;
    this.home = home;
    this.ours = read(home.resolve("lib/formats.properties"));
    this.last = read(data.resolve(NAME));
  }

  /**
   * Reads the formats of DATA_DIR and of this release. Must be called with the lock held, before
   * anything in DATA_DIR is changed.
   */
  static DataFormats of(Path data, Path home) throws IOException {
    return new DataFormats(data, home);
  }

  private static Properties read(Path file) throws IOException {
    Properties read = new Properties();
    if (Files.isRegularFile(file)) {
      try (Reader reader = new StringReader(Files.readString(file))) {
        read.load(reader);
      } catch (IllegalArgumentException e) {
        throw new IOException(file + " cannot be read: " + e.getMessage(), e);
      }
    }
    return read;
  }

  private static int number(Properties of, String key) {
    String value = of.getProperty(key, "1");
    return value.matches("[0-9]{1,9}") ? Integer.parseInt(value) : Integer.MAX_VALUE;
  }

  /**
   * Returns why this release must not run here, with the command that helps; empty if it may run.
   */
  Optional<String> refusal() throws IOException {
    for (String key : last.stringPropertyNames()) {
      if (key.startsWith(WRITES)) {
        String name = key.substring(WRITES.length());
        if (number(last, key) > number(ours, READS + name)) {
          return Optional.of(words(name, number(last, key)));
        }
      }
    }
    Optional<String> trial = trialRefusal();
    if (trial.isPresent()) {
      return trial;
    }
    int schema = schema();
    // If the newer release was removed, the store refuses instead, because it knows the
    // backups.
    return schema > number(ours, READS + DATABASE) && runsElsewhere()
        ? Optional.of(words(DATABASE, schema))
        : Optional.empty();
  }

  /**
   * Returns why this release must not be tried here: the previous release could not read what this
   * one would write.
   */
  private Optional<String> trialRefusal() throws IOException {
    Properties next = read(data.resolve("releases/next"));
    if (!home.toString().equals(next.getProperty("home")) || next.containsKey("failed")) {
      return Optional.empty();
    }
    Path from = Path.of(next.getProperty("from", ""));
    Properties before = read(from.resolve("lib/formats.properties"));
    for (String key : ours.stringPropertyNames()) {
      String name = key.startsWith(WRITES) ? key.substring(WRITES.length()) : "";
      if (!name.isEmpty() && number(ours, key) > number(before, READS + name)) {
        return Optional.of(
            "the release in "
                + from
                + " could not run here again: "
                + name
                + " would have format "
                + number(ours, key)
                + ", that release reads "
                + number(before, READS + name)
                + " at most; nothing was changed; upgrade to a release between the two first");
      }
    }
    return Optional.empty();
  }

  private String words(String name, int number) {
    String other = last.getProperty("home", "");
    return "DATA_DIR="
        + data
        + " was written by a newer release: "
        + name
        + " has format "
        + number
        + ", this release reads "
        + number(ours, READS + name)
        + " at most; nothing was changed; "
        + (runsElsewhere()
            ? "run that release: "
                + PosixWord.quoted(other + "/bin/innkeeper")
                + " --data "
                + PosixWord.quoted(data.toString())
                + " run"
            : "install that release again");
  }

  private boolean runsElsewhere() {
    String there = last.getProperty("home", "");
    return !there.isEmpty()
        && !there.equals(home.toString())
        && Files.isExecutable(Path.of(there, "bin/innkeeper"));
  }

  /**
   * Returns {@code user_version} of bot.db; 0 if the file is not a database. No other process has
   * it open, because this process holds the lock.
   */
  private int schema() {
    Path database = data.resolve(DATABASE);
    if (!Files.isRegularFile(database)) {
      return 0;
    }
    try (DataInputStream in = new DataInputStream(Files.newInputStream(database))) {
      in.skipNBytes(VERSION_AT);
      return in.readInt();
    } catch (IOException e) {
      return 0; // The store reports what is wrong with it.
    }
  }

  /**
   * Returns whether a server of an earlier host still runs. The earlier host's records of its
   * servers stay in use until then.
   */
  static boolean serverLives(Path run) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(run, "*.id")) {
      for (Path file : files) {
        String[] words = Files.readString(file).strip().split(" ");
        Path stat = Path.of("/proc", words[0], "stat");
        if (words.length == 2 && Files.exists(stat) && startTime(stat).equals(words[1])) {
          return true;
        }
      }
    }
    return false;
  }

  private static String startTime(Path stat) {
    try {
      String text = Files.readString(stat, StandardCharsets.ISO_8859_1);
      return text.substring(text.lastIndexOf(')') + 2).split(" ")[19];
    } catch (IOException gone) {
      return "";
    }
  }

  /** Records that this release writes here from now on, with its formats. */
  void write() throws IOException {
    Properties now = new Properties();
    now.setProperty("home", home.toString());
    boolean inUse = serverLives(data.resolve("run"));
    for (String key : ours.stringPropertyNames()) {
      if (key.startsWith(WRITES) && !key.equals(WRITES + DATABASE)) {
        int number = number(ours, key);
        now.setProperty(
            key, Integer.toString(inUse ? Math.max(number, number(last, key)) : number));
      }
    }
    if (!now.equals(last)) {
      Path half = data.resolve("run/.formats");
      try (Writer writer = Files.newBufferedWriter(half)) {
        now.store(writer, null);
      }
      Files.move(half, data.resolve(NAME), StandardCopyOption.ATOMIC_MOVE);
    }
  }
}
