package innkeeper.supervisor;

import innkeeper.api.audit.Actor;
import innkeeper.api.audit.AuditDraft;
import innkeeper.api.audit.AuditEntry;
import innkeeper.api.audit.AuditLog;
import innkeeper.api.project.ProjectDefinition;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.store.Desired;
import innkeeper.supervisor.spawn.ControlGroups;
import innkeeper.supervisor.spawn.Neighbours;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** A host in a process of its own, to be killed. */
final class CrashHost {

  static final int SERVERS = 10;

  private CrashHost() {}

  /** Each says when it begins and with which code it ends, and notices a second one beside it. */
  static List<ProjectDefinition> definitions(Path data) {
    List<ProjectDefinition> all = new ArrayList<>();
    for (int i = 0; i < SERVERS; i++) {
      Path lock = data.resolve("lock" + i);
      all.add(
          Host.sh(
              "s" + i,
              Map.of("restart", "always"),
              "set -C; true > "
                  + lock
                  + " || echo $INNKEEPER_SERVER >> "
                  + data.resolve("two")
                  + "; set +C; echo begin $INNKEEPER_SERVER >> "
                  + data.resolve("ledger")
                  + "; sleep 0."
                  + (i * 7 % 10)
                  + "; rm "
                  + lock
                  + "; echo end $INNKEEPER_SERVER "
                  + (i + 1)
                  + " >> "
                  + data.resolve("ledger")
                  + "; exit "
                  + (i + 1)));
    }
    return all;
  }

  static ProjectSupervisor supervisor(Path data) throws IOException {
    FakeStore store = new FakeStore();
    definitions(data).forEach(d -> store.put(d, Desired.RUNNING));
    AwaitedService<AuditLog> audit = new AwaitedService<>(AuditLog.class, "store");
    audit.add(new FileAudit(data.resolve("audit")));
    return new ProjectSupervisor(
        new Neighbours(
            data,
            Map.of("PATH", "/usr/bin:/bin"),
            ControlGroups.detect(data),
            store.store,
            audit,
            Optional::empty,
            Optional::empty,
            Optional::empty,
            List::of,
            Clock.systemUTC(),
            () -> 0.5,
            false));
  }

  public static void main(String[] args) throws Exception {
    Path data = Path.of(args[0]);
    ProjectSupervisor supervisor = supervisor(data);
    supervisor.load();
    Files.createFile(data.resolve("loaded"));
    Thread.sleep(60_000);
    System.exit(1);
  }

  /** One write an entry, so that a kill leaves whole lines. */
  record FileAudit(Path file) implements AuditLog {
    @Override
    public AuditEntry append(AuditDraft d) {
      Instant at = Instant.now();
      String line = d.action() + " " + d.channelId() + " " + d.detail() + "\t" + at + "\n";
      try {
        Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
      return new AuditEntry(
          1, at, d.action(), d.channelId(), d.actor(), d.outcome(), d.detail(), "", "");
    }

    @Override
    public Page entries(int limit, long before, String channelId, String action) {
      String begin = action + " " + channelId + " ";
      try (Stream<String> lines = Files.exists(file) ? Files.lines(file) : Stream.empty()) {
        return new Page(
            lines.filter(line -> line.startsWith(begin)).map(l -> entry(begin, l)).toList(),
            OptionalLong.empty());
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    private static AuditEntry entry(String begin, String line) {
      String[] words = begin.split(" ");
      String[] parts = line.substring(begin.length()).split("\t");
      return new AuditEntry(
          1, Instant.parse(parts[1]), words[0], words[1], Actor.SUPERVISOR, "", parts[0], "", "");
    }

    @Override
    public Verification verify() {
      return new Verification(0, OptionalLong.empty(), "");
    }
  }
}
