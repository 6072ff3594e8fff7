package innkeeper.store;

import innkeeper.api.backup.BackupManifest;
import innkeeper.api.store.StoreException;
import innkeeper.store.sqlite.Native;
import innkeeper.store.write.CheckpointPolicy;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.felix.hc.api.HealthCheck;

/** A process of its own that has bot.db open and is killed. */
final class Doomed implements AutoCloseable {

  private final Process process;
  private final BufferedReader out;

  private Doomed(Process process) {
    this.process = process;
    this.out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Writes until it is killed, and prints each entry's number after it was acknowledged. */
  static Doomed writer(Path dataDir) throws IOException {
    return start(List.of(), "write", dataDir.toString());
  }

  /** Opens and closes, and ends hard at a step; prints the steps it came by. */
  static Doomed opener(Path dataDir, String step) throws IOException {
    return start(List.of(), "open", dataDir.toString(), step);
  }

  /** Writes, and ends hard the second time it comes by a step. */
  static Doomed writer(Path dataDir, String step) throws IOException {
    return start(List.of(), "write", dataDir.toString(), step);
  }

  /** Runs below another program. */
  static Doomed under(List<String> program, String... args) throws IOException {
    return start(program, args);
  }

  private static Doomed start(List<String> program, String... args) throws IOException {
    List<String> command = new ArrayList<>(program);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
    command.add("-Dinnkeeper.store.doomed=true");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Doomed.class.getName()));
    command.addAll(List.of(args));
    return new Doomed(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  /** Its next line; empty at its end. */
  Optional<String> line() throws IOException {
    return Optional.ofNullable(out.readLine());
  }

  List<String> toEnd() throws IOException {
    List<String> lines = new ArrayList<>();
    for (Optional<String> line = line(); line.isPresent(); line = line()) {
      lines.add(line.get());
    }
    return lines;
  }

  /** SIGKILL by way of the handle, which leaves the pipe open, then what it had printed. */
  List<String> kill() throws IOException {
    process.toHandle().destroyForcibly();
    return toEnd();
  }

  @Override
  public void close() {
    process.toHandle().destroyForcibly();
    process.onExit().join();
  }

  public static void main(String... args) throws Exception {
    try {
      run(args);
    } catch (Exception e) {
      System.out.println(e);
      throw e;
    }
  }

  private static void run(String... args) throws Exception {
    House house = new House(Path.of(args[1]));
    if (args[0].equals("open")) {
      StoreOptions options =
          house.options(
              CheckpointPolicy.USUAL,
              step -> {
                System.out.println(step);
                System.out.flush();
                if (step.equals(args[2])) {
                  Runtime.getRuntime().halt(9);
                }
              });
      Store.open(options).close();
      Runtime.getRuntime().halt(0);
    }
    if (args[0].equals("restore")) {
      var asking = new innkeeper.store.restore.Confirmation(System.out, Optional.empty());
      var main = new innkeeper.store.restore.RestoreMain(System.out, System.out, asking);
      Runtime.getRuntime().halt(main.run(house.dir, "restore", args[2], "--yes"));
    }
    if (args[0].equals("publish")) {
      Native.prepare(house.layout.run().resolve("native"));
      System.out.println(house.backup().name());
      Runtime.getRuntime().halt(0);
    }
    int[] times = {0};
    Store store =
        Store.open(
            house.options(
                CheckpointPolicy.USUAL,
                step -> {
                  if (args.length > 2 && step.equals(args[2]) && ++times[0] == 2) {
                    Runtime.getRuntime().halt(9);
                  }
                }));
    if (args[0].equals("work")) {
      work(store, house);
      System.out.println("worked");
      return;
    }
    System.out.println("open");
    try {
      for (int i = 0; ; i++) {
        System.out.println(store.audit().append(House.draft("doomed " + i)).seq());
        if (i % 7 == 0) {
          store.projects().apply(List.of(House.project("d" + i % 50)), List.of(), List.of());
        }
      }
    } catch (StoreException e) {
      System.out.println("refused");
      store.close();
      System.exit(0);
    }
  }

  /** A little of everything. */
  private static void work(Store store, House house) throws Exception {
    store.projects().apply(List.of(House.project("w")), List.of(), List.of(House.draft("w")));
    store.projects().projects();
    store.audit().entries(10, Long.MAX_VALUE, "", "");
    store.audit().verify();
    BackupManifest manifest = house.backup();
    Path copy = house.dir.resolve("copy.db");
    store.snapshots().inspect(house.backup(manifest));
    store.snapshots().estimatedBytes();
    store.snapshots().write(copy, p -> {});
    store.verification().run();
    store.checks().values().forEach(HealthCheck::execute);
    store.snapshots().rehearse(copy, manifest.facts(), house.dir.resolve("scratch"));
    store.close();
  }
}
