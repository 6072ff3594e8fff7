package innkeeper.store;

import innkeeper.api.project.ProjectDefinition;
import innkeeper.store.sqlite.Connections;
import innkeeper.store.sqlite.Migration;
import innkeeper.store.sqlite.Sql;
import innkeeper.store.table.Soundness;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;

/**
 * Prints what the check costs that each start makes: {@code StartCost DATA_DIR [PROJECTS
 * [ENTRIES]]}. DATA_DIR is made and filled where it is not there, and left. The first figure is
 * that of a JVM that has just started; a host's start pays that one.
 */
final class StartCost {

  private StartCost() {}

  public static void main(String... args) throws Exception {
    Path dir = Path.of(args[0]);
    int projects = args.length > 1 ? Integer.parseInt(args[1]) : 500;
    int entries = args.length > 2 ? Integer.parseInt(args[2]) : 2000;
    House house = new House(Files.createDirectories(dir));
    Path database = house.layout.database();
    if (!Files.exists(database)) {
      fill(house, projects, entries);
      System.out.println("filled; run it again to measure");
      return;
    }
    try (Connection connection = Connections.immutable(database)) {
      // Whatever the library costs is paid with or without a check.
      Sql.number(connection, "SELECT count(*) FROM sqlite_schema");
    }
    StringBuilder line = new StringBuilder();
    for (int round = 0; round < 5; round++) {
      long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      long start = System.nanoTime();
      String fault =
          new Soundness(Migration.ALL).faultAtRest(database, false, true).orElse("sound");
      double wall = (System.nanoTime() - start) / 1e6;
      cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu;
      line.append("%s %.1f ms (cpu %.1f)  ".formatted(fault, wall, cpu / 1e6));
    }
    System.out.printf("%d KiB: %s%n", Files.size(database) >> 10, line);
  }

  private static void fill(House house, int projects, int entries) throws Exception {
    try (Store store = house.open()) {
      List<ProjectDefinition> all = new ArrayList<>();
      for (int i = 0; i < projects; i++) {
        all.add(House.project("channel-" + i));
      }
      store.projects().apply(all, List.of(), List.of());
      store
          .writer()
          .write(
              transaction -> {
                for (int i = 0; i < entries; i++) {
                  transaction.append(House.draft("filled with something of a usual length " + i));
                }
                return null;
              });
    }
  }
}
