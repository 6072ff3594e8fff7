package innkeeper.alarms;

import innkeeper.api.alarm.Alarm;
import innkeeper.api.alarm.AlarmChannel;
import innkeeper.api.alarm.Alarms.ChannelStatus;
import innkeeper.api.log.Redactor;
import innkeeper.api.service.AwaitedService;
import innkeeper.api.thread.WatchedScheduler;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the registered channels. A channel sends only after the redaction engine knows its secrets.
 * Safe for many threads.
 */
final class Channels implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Channels.class);
  private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,32}");
  private static final Duration SEND_TIMEOUT = Duration.ofMinutes(1);

  /**
   * A channel.
   *
   * @param mistake why it is not used; "" if it is
   * @param queue of the channel; it is never started if there is a mistake
   */
  record Entry(String name, AlarmChannel channel, String mistake, ChannelQueue queue) {}

  private final AwaitedService<Redactor> redactor;
  private final ChannelQueue.Means means;
  private final Consumer<String> gone;
  private final WatchedScheduler watch = new WatchedScheduler("alarms-watch", 1, 0);

  /** The channels in the order of their registration. Guarded by this. */
  private final Map<AlarmChannel, Entry> entries = new LinkedHashMap<>();

  /**
   * @param gone gets the name of a removed channel
   */
  Channels(AwaitedService<Redactor> redactor, Clock clock, Consumer<String> gone) {
    this.redactor = redactor;
    this.gone = gone;
    this.means =
        new ChannelQueue.Means(
            clock, (changed, longest) -> changed.wait(longest.toMillis() + 1), SEND_TIMEOUT, watch);
  }

  synchronized void add(AlarmChannel channel) {
    String name = String.valueOf(channel.name());
    // A blank token is not a secret.
    Collection<String> secrets =
        channel.secrets().stream().filter(secret -> !secret.isBlank()).toList();
    String mistake = channel.mistake();
    if (!NAME.matcher(name).matches()) {
      name = Alarm.cut(name.replaceAll("[^a-z0-9-]", "-"), 32);
      mistake = "its name is not allowed; allowed: 1 to 32 of a-z, 0-9, -";
    } else if (find(name).isPresent()) {
      mistake = "another channel has the name " + name + "; set another name in its configuration";
    }
    BooleanSupplier redacted = registration(name, secrets);
    redacted.getAsBoolean();
    Entry entry =
        new Entry(
            name, channel, mistake, new ChannelQueue(name, channel, secrets, redacted, means));
    entries.put(channel, entry);
    if (mistake.isEmpty()) {
      entry.queue().start();
      LOG.info("alarm channel ready channel={}", name);
    } else {
      LOG.warn("alarm channel not used channel={} reason=\"{}\"", name, mistake);
    }
  }

  /** Returns a function that registers secrets once, and returns whether they are registered. */
  private BooleanSupplier registration(String name, Collection<String> secrets) {
    AtomicBoolean registered = new AtomicBoolean();
    return () -> {
      Optional<Redactor> engine = registered.get() ? Optional.empty() : redactor.get();
      engine.ifPresent(
          e -> {
            e.register("alarm channel " + name, secrets)
                .forEach(
                    warning -> LOG.warn("secret not hidden everywhere reason=\"{}\"", warning));
            registered.set(true);
          });
      return registered.get();
    };
  }

  void remove(AlarmChannel channel) {
    Entry entry;
    synchronized (this) {
      entry = entries.remove(channel);
    }
    // This runs without the lock: the receiver has a lock of its own and calls this class while it
    // holds it.
    if (entry != null) {
      entry.queue().close();
      gone.accept(entry.name());
    }
  }

  synchronized List<Entry> usable() {
    return entries.values().stream().filter(e -> e.mistake().isEmpty()).toList();
  }

  synchronized List<ChannelStatus> status() {
    return entries.values().stream()
        .map(entry -> entry.queue().status(entry.mistake()))
        .sorted(Comparator.comparing(ChannelStatus::name))
        .toList();
  }

  private Optional<Entry> find(String name) {
    return entries.values().stream().filter(e -> e.name().equals(name)).findFirst();
  }

  /**
   * Returns the channel of that name.
   *
   * @throws IllegalArgumentException that lists the existing channels
   */
  synchronized Entry named(String name) {
    return find(name)
        .orElseThrow(
            () -> {
              List<String> names = entries.values().stream().map(Entry::name).sorted().toList();
              return new IllegalArgumentException(
                  "no alarm channel is called "
                      + name
                      + (names.isEmpty()
                          ? "; no channel is installed, see the release's optional bundles"
                          : "; there are: " + String.join(", ", names)));
            });
  }

  @Override
  public synchronized void close() {
    entries.values().forEach(entry -> entry.queue().close());
    entries.clear();
    watch.shutdownNow();
  }
}
