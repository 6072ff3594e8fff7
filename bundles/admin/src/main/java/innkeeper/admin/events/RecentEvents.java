package innkeeper.admin.events;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;

/** The newest events, so that a reader who comes back gets those it missed. One thread's. */
final class RecentEvents {

  private final int capacity;
  private final ArrayDeque<Event> events = new ArrayDeque<>();
  private volatile long seq;

  RecentEvents(int capacity) {
    this.capacity = capacity;
  }

  long seq() {
    return seq;
  }

  long next() {
    return ++seq;
  }

  void add(Event event) {
    if (events.size() == capacity) {
      events.removeFirst();
    }
    events.addLast(event);
  }

  /** All events after that number; empty if some of them are forgotten, or it is none of ours. */
  Optional<List<Event>> after(long known) {
    long oldest = events.isEmpty() ? seq + 1 : events.peekFirst().seq();
    if (known < oldest - 1 || known > seq) {
      return Optional.empty();
    }
    return Optional.of(events.stream().filter(e -> e.seq() > known).toList());
  }
}
