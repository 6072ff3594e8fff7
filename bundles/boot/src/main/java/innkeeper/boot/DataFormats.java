package innkeeper.boot;

import innkeeper.common.file.PropertiesFile;
import innkeeper.common.file.ReleaseFormats;
import innkeeper.common.text.PosixWord;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
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
  private static final int VERSION_AT = 60;

  private final Path data;
  private final Path home;
  private final ReleaseFormats ours;
  private final ReleaseFormats last;

  /**
   * Reads the formats of DATA_DIR and of this release. Must be called with the lock held, before
   * anything in DATA_DIR is changed.
   */
  DataFormats(Path data, Path home) throws IOException {
    this.data = data;
    this.home = home;
    this.ours = ReleaseFormats.of(home);
    this.last = ReleaseFormats.read(data.resolve(NAME));
  }

  /**
   * Returns why this release must not run here, with the command that helps; empty if it may run.
   */
  Optional<String> refusal() throws IOException {
    Optional<String> refusal =
        ours.unread(last.written()).map(one -> words(one.name(), one.number()));
    if (refusal.isEmpty()) {
      refusal = trialRefusal();
    }
    if (refusal.isPresent()) {
      return refusal;
    }
    int schema = schema();
    // If the newer release was removed, the store refuses instead, because it knows the
    // backups.
    return schema > ours.reads(DATABASE) && runsElsewhere()
        ? Optional.of(words(DATABASE, schema))
        : Optional.empty();
  }

  /**
   * Returns why this release must not be tried here: the previous release could not read what this
   * one would write.
   */
  private Optional<String> trialRefusal() throws IOException {
    if (!Trial.isOf(data, home)) {
      return Optional.empty();
    }
    Path from = Path.of(PropertiesFile.read(data.resolve("releases/next")).getProperty("from", ""));
    return ReleaseFormats.of(from)
        .unread(ours.written())
        .map(
            one ->
                ("the release in %s could not run here again: %s would have format %d, that"
                        + " release reads %d at most; nothing was changed; upgrade to a release"
                        + " between the two first")
                    .formatted(from, one.name(), one.number(), one.most()));
  }

  private String words(String name, int number) {
    String help =
        runsElsewhere()
            ? "run that release: %s --data %s run"
                .formatted(
                    PosixWord.quoted(lastHome() + "/bin/innkeeper"),
                    PosixWord.quoted(data.toString()))
            : "install that release again";
    return ("DATA_DIR=%s was written by a newer release: %s has format %d, this release reads %d at"
            + " most; nothing was changed; %s")
        .formatted(data, name, number, ours.reads(name), help);
  }

  private String lastHome() {
    return last.numbers().getProperty("home", "");
  }

  private boolean runsElsewhere() {
    String there = lastHome();
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
    Map<String, Integer> before = last.written();
    ours.written()
        .forEach(
            (name, number) -> {
              int used = inUse ? Math.max(number, before.getOrDefault(name, 1)) : number;
              now.setProperty("writes." + name, String.valueOf(used));
            });
    now.remove("writes." + DATABASE);
    if (!now.equals(last.numbers())) {
      PropertiesFile.write(data.resolve(NAME), now);
    }
  }
}
