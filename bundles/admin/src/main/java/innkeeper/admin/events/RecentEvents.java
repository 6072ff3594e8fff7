package innkeeper.admin.events;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;

/**
 * Holds the newest events for readers that connect again. For use by one thread, except {@link
 * #seq}.
 */
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

  /**
   * Returns all events after that number. Returns empty if some of them are forgotten or the number
   * was never assigned.
   */
  Optional<List<Event>> after(long known) {
    long oldest = events.isEmpty() ? seq + 1 : events.peekFirst().seq();
    if (known < oldest - 1 || known > seq) {
      return Optional.empty();
    }
    return Optional.of(events.stream().filter(e -> e.seq() > known).toList());
  }
}
