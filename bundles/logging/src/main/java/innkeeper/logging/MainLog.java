package innkeeper.logging;

import innkeeper.api.log.LogStatus;
import innkeeper.api.log.Logs;
import innkeeper.api.rotation.RotatableLog;
import innkeeper.api.rotation.Rotator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The host's own log bot.log. The boot code writes this log, and shares no class with the bundles.
 * So this class calls functions that the boot code has stored in the system properties as objects
 * of JDK types. After {@link #serve}, the boot code redacts with the engine of this bundle; after
 * {@link #close}, it uses its own engine again.
 */
final class MainLog implements RotatableLog, AutoCloseable {

  static final String BRIDGE = "innkeeper.boot";

  private final Map<?, ?> bridge;
  private final Supplier<Optional<Rotator>> rotator;
  private final List<Exchange> exchanges = new ArrayList<>();

  private MainLog(Map<?, ?> bridge, Supplier<Optional<Rotator>> rotator) {
    this.bridge = bridge;
    this.rotator = rotator;
  }

  /** Returns bot.log; empty if boot did not start this process, as in a test. */
  static Optional<MainLog> find(Supplier<Optional<Rotator>> rotator) {
    Object bridge = System.getProperties().get(BRIDGE);
    return bridge instanceof Map<?, ?> map && map.get("log.path") instanceof Path
        ? Optional.of(new MainLog(map, rotator))
        : Optional.empty();
  }

  /**
   * Connects boot to this bundle: the host's own output passes through its engine, and the rotator
   * is called before each write.
   */
  void serve(UnaryOperator<String> redact) {
    exchange("engine", redact);
    exchange("log.before", (LongConsumer) this::before);
    exchange("log.room", (LongPredicate) this::room);
  }

  /** A function of this bundle in a slot of boot, and the function that it replaced. */
  private record Exchange(AtomicReference<Object> slot, Object ours, Object former) {}

  @Override
  public void close() {
    exchanges.forEach(one -> one.slot.compareAndSet(one.ours, one.former));
  }

  @SuppressWarnings("unchecked")
  private void exchange(String key, Object ours) {
    if (bridge.get(key) instanceof AtomicReference<?> any) {
      AtomicReference<Object> slot = (AtomicReference<Object>) any;
      exchanges.add(0, new Exchange(slot, ours, slot.getAndSet(ours)));
    }
  }

  private void before(long bytes) {
    rotator.get().ifPresent(service -> service.before(this, bytes));
  }

  private boolean room(long bytes) {
    return rotator.get().map(service -> service.makeRoom(bytes)).orElse(false);
  }

  private long number(String key) {
    return bridge.get(key) instanceof LongSupplier supplier ? supplier.getAsLong() : 0;
  }

  LogStatus status() {
    long last = number("log.lastLineAt");
    return new LogStatus(
        path().getFileName().toString(),
        bytes(),
        number("log.lines"),
        number("log.redactions"),
        number("log.dropped"),
        number("log.writtenBytes"),
        last == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(last)));
  }

  @Override
  public String name() {
    return Logs.MAIN;
  }

  @Override
  public Path path() {
    return (Path) bridge.get("log.path");
  }

  @Override
  public long bytes() {
    return number("log.bytes");
  }

  @Override
  public long maxBytes() {
    return 0;
  }

  @Override
  public int maxFiles() {
    return 0;
  }

  @Override
  public void hold(Turn turn) throws IOException {
    @SuppressWarnings("unchecked")
    Consumer<Runnable> hold = (Consumer<Runnable>) bridge.get("log.hold");
    try {
      hold.accept(
          () -> {
            try {
              turn.run(path());
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
