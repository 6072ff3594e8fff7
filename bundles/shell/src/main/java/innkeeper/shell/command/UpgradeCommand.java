package innkeeper.shell.command;

import innkeeper.api.host.Host;
import innkeeper.api.host.Host.Release;
import innkeeper.common.text.Amounts;
import innkeeper.shell.cli.Caller;
import innkeeper.shell.cli.Command;
import innkeeper.shell.cli.Help;
import innkeeper.shell.cli.HostHandover;
import innkeeper.shell.cli.Listing;
import innkeeper.shell.cli.LongWork;
import innkeeper.shell.cli.Options;
import innkeeper.shell.cli.SentFile;
import innkeeper.shell.cli.Services;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** {@code upgrade FILE.tar.gz}: switches to another release while the servers keep running. */
record UpgradeCommand(Services services) implements Command {

  @Override
  public Help help() {
    return Help.of(
            "upgrade FILE.tar.gz [--sha256 HEX]", "has a new release take over; servers run on")
        .form("upgrade --back")
        .form("upgrade --list [--json]")
        .details(
            "The release is unpacked under DATA_DIR/releases and tried on an empty DATA_DIR first.",
            "If it is not ready and healthy soon after the switch, the one before runs again.",
            "--sha256  refuses an archive that has another digest",
            "--back    goes to the release that ran before",
            "--list    the releases that are ready, the running one first");
  }

  @Override
  public int run(Caller caller, Options options) throws Exception {
    boolean noFile = options.has("--back") || options.has("--list");
    String file = noFile ? "" : options.one("FILE.tar.gz");
    if (noFile) {
      options.atMost(0);
    }
    options.check();
    if (!caller.resume().isEmpty()) {
      return HostHandover.report(services, caller);
    }
    if (options.has("--list")) {
      return new Listing<>(services.get(Host.class).releases())
          .column("RELEASE", Release::name)
          .column("VERSION", Release::version)
          .column("HOME", Release::home)
          .print(caller, options.has("--json"));
    }
    if (options.has("--back")) {
      services.get(Host.class).back(caller.actor());
      return HostHandover.leave(caller);
    }
    try (SentFile archive = SentFile.of(caller, Path.of(file), services.settings())) {
      upgrade(caller, archive.path(), options.value("--sha256").orElse(""));
    }
    return HostHandover.leave(caller);
  }

  private void upgrade(Caller caller, Path archive, String digest) throws Exception {
    Host host = services.get(Host.class);
    Queue<String> steps = new ConcurrentLinkedQueue<>();
    AtomicInteger step = new AtomicInteger();
    CompletableFuture<Void> work =
        CompletableFuture.runAsync(
            () ->
                host.upgrade(
                    archive,
                    digest,
                    done -> {
                      steps.add(done);
                      step.incrementAndGet();
                    },
                    caller.actor()),
            task -> {
              Thread thread = new Thread(task, "innkeeper-shell-upgrade");
              thread.setDaemon(true);
              thread.start();
            });
    long bytes = Files.size(archive);
    LongWork.await(caller, work, () -> phase(step.get(), archive, bytes), steps);
  }

  private static LongWork.Phase phase(int step, Path archive, long bytes) {
    return new LongWork.Phase(
        switch (step) {
          case 0 -> "unpacking " + archive.getFileName() + ", " + Amounts.bytes(bytes);
          case 1 -> "trying it on an empty DATA_DIR";
          default -> "handing over";
        },
        -1,
        0);
  }
}
