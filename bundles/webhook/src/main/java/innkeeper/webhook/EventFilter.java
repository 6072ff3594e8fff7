package innkeeper.webhook;

import java.util.List;

/** Selects the events that are sent: names, or a name's beginning and {@code *}. */
record EventFilter(List<String> patterns) {

  boolean includes(String event) {
    return event.equals("test")
        || patterns.stream()
            .map(String::strip)
            .anyMatch(
                p ->
                    p.endsWith("*")
                        ? event.startsWith(p.substring(0, p.length() - 1))
                        : event.equals(p));
  }
}
