package innkeeper.logging;

import innkeeper.api.log.LogStatus;
import innkeeper.api.log.Logs;
import innkeeper.api.rotation.RotatableLog;
import innkeeper.api.rotation.Rotator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
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
  private final LongConsumer before = this::before;
  private final LongPredicate room = this::room;
  private UnaryOperator<String> mine;
  private Object formerEngine;
  private Object formerBefore;
  private Object formerRoom;

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
    mine = redact;
    formerEngine = exchange("engine", redact);
    formerBefore = exchange("log.before", before);
    formerRoom = exchange("log.room", room);
  }

  @Override
  public void close() {
    giveBack("log.room", room, formerRoom);
    giveBack("log.before", before, formerBefore);
    giveBack("engine", mine, formerEngine);
  }

  @SuppressWarnings("unchecked")
  private Object exchange(String key, Object value) {
    return bridge.get(key) instanceof AtomicReference<?> slot
        ? ((AtomicReference<Object>) slot).getAndSet(value)
        : null;
  }

  @SuppressWarnings("unchecked")
  private void giveBack(String key, Object ours, Object former) {
    if (ours != null && bridge.get(key) instanceof AtomicReference<?> slot) {
      ((AtomicReference<Object>) slot).compareAndSet(ours, former);
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
