package innkeeper.api.project;

import innkeeper.api.text.NearestWord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Reads members of one object by type, and collects the mistakes. Used once, by one thread. */
abstract class MemberReader {

  private static final int MOST_SHOWN = 120;

  final Map<?, ?> map;
  final String who;
  final Set<String> known = new HashSet<>();
  final List<String> mistakes = new ArrayList<>();

  /** Told of each unknown member; null where an unknown member is a mistake. */
  final Consumer<String> unknown;

  MemberReader(Map<?, ?> map, Consumer<String> unknown) {
    this.map = map;
    this.unknown = unknown;
    this.who = map.get("channelId") instanceof String id ? shown(id) : "?";
  }

  final void unknown(String place, Object member, Collection<String> allowed) {
    String name = place + member;
    if (unknown == null) {
      List<String> names = allowed.stream().map(one -> place + one).toList();
      mistakes.add(who + ": unknown member " + shown(name) + NearestWord.hint(name, names));
    } else {
      unknown.accept(name);
    }
  }

  final Object member(String name) {
    known.add(name);
    return map.get(name);
  }

  final String text(String member, String fallback) {
    Object value = member(member);
    if (value == null) {
      return fallback;
    }
    if (value instanceof String s) {
      return s;
    }
    wrong(member, value, "a text");
    return fallback;
  }

  final List<String> texts(String member) {
    Object value = member(member);
    List<String> out = new ArrayList<>();
    if (value == null) {
      return out;
    }
    if (value instanceof List<?> list) {
      for (Object item : list) {
        if (item instanceof String s) {
          out.add(s);
        } else {
          wrong(member, item, "texts only");
        }
      }
    } else {
      wrong(member, value, "an array of texts");
    }
    return out;
  }

  final boolean flag(Map<?, ?> in, String member, boolean fallback) {
    known.add(member);
    Object value = in.get(member);
    if (value instanceof Boolean b) {
      return b;
    }
    if (value != null) {
      wrong(member, value, "true or false");
    }
    return fallback;
  }

  /** The fallback stands for "left out" and need not lie in the range. */
  final long whole(Map<?, ?> in, String member, long fallback, long min, long max) {
    known.add(member);
    Object value = in.get(member);
    if (value == null) {
      return fallback;
    }
    if ((value instanceof Integer || value instanceof Long)
        && ((Number) value).longValue() >= min
        && ((Number) value).longValue() <= max) {
      return ((Number) value).longValue();
    }
    wrong(member, value, "a whole number from " + min + " to " + max);
    return fallback;
  }

  final Duration seconds(Map<?, ?> in, String member, double fallback, double min, double max) {
    known.add(member);
    Object value = in.get(member);
    double seconds = fallback;
    if (value instanceof Number n && n.doubleValue() >= min && n.doubleValue() <= max) {
      seconds = n.doubleValue();
    } else if (value != null) {
      wrong(member, value, "seconds from " + min + " to " + max);
    }
    return Duration.ofMillis(Math.round(seconds * 1000));
  }

  final void wrong(String member, Object value, String allowed) {
    mistake(member + " is " + shown(value) + "; allowed: " + allowed);
  }

  final void mistake(String text) {
    mistakes.add(who + ": " + text);
  }

  /** Enough of a value to know it again: a mistake is one line, whatever was written. */
  static String shown(Object value) {
    String text = String.valueOf(value);
    if (text.length() <= MOST_SHOWN) {
      return text;
    }
    return text.substring(0, MOST_SHOWN) + "… (" + text.length() + " characters)";
  }
}
