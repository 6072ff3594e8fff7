package innkeeper.store;

import innkeeper.api.audit.AuditEntry;
import innkeeper.api.store.Desired;
import innkeeper.api.store.StoreException;
import innkeeper.common.file.Durable;
import innkeeper.store.guard.DatabaseRefusedException;
import innkeeper.store.sqlite.Connections;
import innkeeper.store.sqlite.Sql;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.felix.hc.api.Result;

/**
 * Alters one bit of a bot.db at rest, mostly puts the file's time back, starts, and judges: {@code
 * DamageTrial DIRECTORY [PLACES [SEED]]} prints how often a start served exactly what was there,
 * refused, or served it with a failing health; and each place where it did anything else.
 */
final class DamageTrial {

  private static final int PROJECTS = 20;

  /** What became of one place. */
  enum Outcome {
    /** The same projects, desired states and record as before, and all is well. */
    EXACT,
    /** Exit 65. */
    REFUSED,
    /** The same projects and desired states; health fails. */
    HEALTH,
    /** Anything else. */
    WRONG
  }

  private final Path scratch;
  private final Path original;
  private final List<Object> projects;
  private final List<AuditEntry> record;
  private final long bytes;
  final List<String> wrong = new ArrayList<>();

  DamageTrial(Path directory) throws Exception {
    scratch = Files.createDirectories(directory.resolve("scratch"));
    original = Files.createDirectories(directory.resolve("original"));
    House house = new House(original);
    try (Store store = house.open()) {
      store
          .projects()
          .apply(
              IntStream.range(0, PROJECTS).mapToObj(i -> House.project("c" + i)).toList(),
              List.of(),
              List.of(House.draft("define")));
      for (int i = 0; i < PROJECTS; i++) {
        Desired desired = i % 3 == 0 ? Desired.STOPPED : Desired.RUNNING;
        store.projects().desire("c" + i, desired, House.draft("desire c" + i));
        store.audit().append(House.draft("entry " + i));
      }
      house.backup();
    }
    try (Store store = house.open()) {
      projects = List.copyOf(store.projects().projects());
      record = entries(store, "");
    }
    bytes = Files.size(house.layout.database());
  }

  private static List<AuditEntry> entries(Store store, String action) {
    return store.audit().entries(1000, Long.MAX_VALUE, "", action).entries();
  }

  long bytes() {
    return bytes;
  }

  /** The pages that hold something, from 1 on. */
  List<Integer> livePages() throws SQLException {
    List<Integer> live = new ArrayList<>();
    try (Connection connection = Connections.immutable(original.resolve("bot.db"))) {
      long pages = Sql.number(connection, "PRAGMA page_count");
      if (Sql.number(connection, "PRAGMA freelist_count") > 0) {
        throw new IllegalStateException("some pages are free");
      }
      for (int page = 1; page <= pages; page++) {
        live.add(page);
      }
    }
    return live;
  }

  /**
   * @param unseen whether the file's time is put back
   */
  Outcome flip(long at, int bit, boolean unseen) throws Exception {
    String what = "byte " + at + " (page " + (at / 4096 + 1) + ") bit " + bit;
    Path dir = scratch.resolve("data");
    Durable.removeTree(dir);
    House house = copy(dir);
    Path database = house.layout.database();
    FileTime time = Files.getLastModifiedTime(database);
    try (RandomAccessFile raw = new RandomAccessFile(database.toFile(), "rw")) {
      raw.seek(at);
      int was = raw.read();
      raw.seek(at);
      raw.write(was ^ 1 << bit);
    }
    if (unseen) {
      Files.setLastModifiedTime(database, time);
    }
    Outcome outcome = start(house, what);
    if (outcome == Outcome.WRONG) {
      System.out.println(wrong.get(wrong.size() - 1));
    }
    return outcome;
  }

  private House copy(Path dir) throws IOException {
    House house = new House(Files.createDirectory(dir));
    Durable.removeTree(house.layout.backups());
    for (String name : List.of("bot.db", "bind.json")) {
      Files.copy(
          original.resolve(name),
          house.dir.resolve(name),
          java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
    }
    return house;
  }

  private Outcome start(House house, String what) throws Exception {
    boolean well;
    try (Store store = house.open()) {
      well = judge(store, what);
      if (!wrong.isEmpty() && wrong.get(wrong.size() - 1).startsWith(what)) {
        return Outcome.WRONG;
      }
    } catch (DatabaseRefusedException e) {
      return Outcome.REFUSED;
    } catch (SQLException | IOException | StoreException e) {
      wrong.add(what + ": " + e);
      return Outcome.WRONG;
    }
    return well ? goesOn(house, what) : Outcome.HEALTH;
  }

  /** Whether health passes; what must never be goes to {@link #wrong}. */
  private boolean judge(Store store, String what) throws SQLException {
    if (!projects.equals(store.projects().projects())) {
      wrong.add(what + ": other projects than before");
    }
    store.verification().run();
    boolean well =
        store.checks().values().stream()
            .noneMatch(check -> check.execute().getStatus() == Result.Status.CRITICAL);
    List<AuditEntry> now = List.of();
    try {
      now = entries(store, "").subList(0, record.size());
    } catch (StoreException | IndexOutOfBoundsException e) {
      if (well) {
        wrong.add(what + ": the record cannot be read, and health passes: " + e);
      }
    }
    if (well && !record.equals(now)) {
      wrong.add(what + ": another record than before, and health passes");
    }
    return well;
  }

  /** What was damaged and not noticed shows at the latest when it is worked with. */
  private Outcome goesOn(House house, String what) throws Exception {
    try {
      try (Store store = house.open()) {
        for (int i = 0; i < PROJECTS; i++) {
          store.projects().desire("c" + i, Desired.RUNNING, House.draft("later"));
        }
        store.projects().apply(List.of(House.project("new")), List.of("c7"), List.of());
      }
      try (Store store = house.open()) {
        store.verification().run();
        if (store.projects().projects().size() != PROJECTS
            || entries(store, "test.entry").size() < 2 * PROJECTS
            || !store.checks().get("database:sound").execute().isOk()) {
          wrong.add(what + ": not noticed, and wrong after some work");
        }
      }
    } catch (DatabaseRefusedException | StoreException e) {
      wrong.add(what + ": not noticed, and not to be worked with: " + e.getMessage());
    }
    boolean bad = !wrong.isEmpty() && wrong.get(wrong.size() - 1).startsWith(what);
    return bad ? Outcome.WRONG : Outcome.EXACT;
  }

  /** Places spread over all live pages, each page as often as any other. */
  Map<Outcome, Integer> random(int places, long seed) throws Exception {
    Random random = new Random(seed);
    List<Integer> live = livePages();
    Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
    for (int i = 0; i < places; i++) {
      long page = live.get(i % live.size());
      long at = (page - 1) * 4096 + random.nextInt(4096);
      counts.merge(flip(at, random.nextInt(8), i % 4 != 0), 1, Integer::sum);
    }
    return counts;
  }

  public static void main(String... args) throws Exception {
    DamageTrial trial = new DamageTrial(Path.of(args[0]));
    int places = args.length > 1 ? Integer.parseInt(args[1]) : 200;
    long seed = args.length > 2 ? Long.parseLong(args[2]) : System.nanoTime();
    System.out.printf(
        "%d bytes, %d pages, %d places, seed %d%n",
        trial.bytes(), trial.livePages().size(), places, seed);
    System.out.println(trial.random(places, seed));
    System.out.println("every bit of the header: " + trial.header());
    System.exit(trial.wrong.isEmpty() ? 0 : 1);
  }

  /** Every bit of the first hundred bytes. */
  Map<Outcome, Integer> header() throws Exception {
    Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
    for (int at = 0; at < 100; at++) {
      for (int bit = 0; bit < 8; bit++) {
        counts.merge(flip(at, bit, true), 1, Integer::sum);
      }
    }
    return counts;
  }
}
