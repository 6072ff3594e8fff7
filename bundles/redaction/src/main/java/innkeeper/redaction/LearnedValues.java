package innkeeper.redaction;

import innkeeper.redaction.learn.Lesson;
import innkeeper.redaction.learn.ShownText;
import innkeeper.redaction.learn.Telling;
import innkeeper.redaction.line.FoundSpans;
import innkeeper.redaction.scan.Encodings;
import innkeeper.redaction.scan.RegisteredValues;
import innkeeper.redaction.text.Base64Text;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What one project's output taught. A value that was hidden under a secret's name, as the password
 * of an address or in an Authorization header is looked for by itself from the next line on, in its
 * encodings. Half of the room is for what addresses and headers teach; where there is no room,
 * nothing is learned until a value expires.
 *
 * <p>The streams of a project share it, one thread at a time. What one stream alone teaches follows
 * from its bytes, however they are cut; with several, from the order in which their lines end. What
 * is synchronized is for any thread.
 */
public final class LearnedValues {
  /**
   * How much is kept.
   *
   * @param most values at most; with 0 nothing is learned, and what was learned is forgotten
   * @param kept how long a value is looked for after a line showed that it is one
   */
  public record Limits(int most, Duration kept) {}

  /**
   * What is known of a value, without its text.
   *
   * @param id tells it from the others of the project: {@code v7}
   * @param rule the id of the row that hid it
   * @param since when it was learned, in milliseconds
   * @param until when it expires
   * @param credentials whether an address or a header taught it
   * @param forgotten whether somebody said that it is no secret: until it expires it is not looked
   *     for and not learned again
   */
  public record Learned(
      String id, String rule, long since, long until, boolean credentials, boolean forgotten) {
    /**
     * Anybody can print a name: what it taught is looked for as programs usually write a value.
     * That costs a tenth, in memory and in time.
     */
    private Collection<byte[]> forms(String text) {
      return credentials ? Encodings.of(text) : Encodings.usual(text);
    }

    private Collection<byte[]> broken(String text) {
      return credentials ? Encodings.broken(text) : List.of();
    }

    private Learned end(long end) {
      return new Learned(id, rule, since, end, credentials, forgotten);
    }

    private Learned forget() {
      return new Learned(id, rule, since, until, credentials, true);
    }
  }

  /** All that is known at one moment, by the values' texts. Immutable. */
  private record State(Map<String, Learned> values, RegisteredValues forms, int named, long end) {
    static final State EMPTY = of(Map.of(), RegisteredValues.NONE_LEARNED);

    static State of(Map<String, Learned> values, RegisteredValues forms) {
      int named = 0;
      long end = Long.MAX_VALUE;
      for (Learned value : values.values()) {
        named += value.credentials() ? 0 : 1;
        end = Math.min(end, value.until());
      }
      return new State(Collections.unmodifiableMap(values), forms, named, end);
    }

    /** The same with a value or another end of one, and the forms of all. */
    State with(String text, Learned value, RegisteredValues all) {
      Map<String, Learned> more = new LinkedHashMap<>(values);
      more.put(text, value);
      return of(more, all);
    }

    State without(String id) {
      Map<String, Learned> left = new LinkedHashMap<>(values);
      left.replaceAll((text, value) -> value.id().equals(id) ? value.forget() : value);
      return of(left);
    }

    /** The same values with forms made anew. */
    static State of(Map<String, Learned> values) {
      List<byte[]> forms = new ArrayList<>();
      List<byte[]> broken = new ArrayList<>();
      values.forEach(
          (text, value) -> {
            if (!value.forgotten()) {
              forms.addAll(value.forms(text));
              broken.addAll(value.broken(text));
            }
          });
      return of(values, RegisteredValues.NONE_LEARNED.and(forms, broken));
    }
  }

  /** What was turned down lately: asking again costs nothing. */
  private static final int REFUSED = 256;

  /** A value's end is put off when so much of its time has gone: files change seldom. */
  private static final int PARTS_OF_TIME = 8;

  private final Supplier<Limits> limits;
  private final InstantSource clock;
  private final ShownText shown = new ShownText();
  private final int[] refused = new int[REFUSED];

  /** Changed within this object's monitor only, as what follows. */
  private volatile State state = State.EMPTY;

  private State settled = State.EMPTY;

  /** Asked for at each {@link #settle}. */
  private volatile Limits bounds;

  private long lastId;

  public LearnedValues(Supplier<Limits> limits, InstantSource clock) {
    this.limits = limits;
    this.clock = clock;
    this.bounds = limits.get();
  }

  /** What streams look for. */
  RegisteredValues forms() {
    return state.forms();
  }

  ShownText shown() {
    return shown;
  }

  /** What the log shows from before: none of it is learned. */
  public void shown(byte[] b, int from, int to) {
    shown.add(b, from, to);
  }

  /** Learns from what was hidden in a line; returns whether there is something new to look for. */
  boolean line(byte[] b, FoundSpans spans, Engine engine) {
    RegisteredValues before = forms();
    for (int i = 0; i < spans.size(); i++) {
      Lesson lesson = Lesson.of(spans.rule(i));
      int from = spans.from(i);
      int to = spans.to(i);
      if (lesson != Lesson.NONE
          && to - from >= Telling.SHORTEST
          && to - from <= 2 * Telling.LONGEST
          && !(full(lesson) && !forms().mayBegin(b, from))) {
        String text = new String(b, from, to - from, StandardCharsets.UTF_8);
        value(text, lesson, spans.rule(i), engine);
        if (lesson == Lesson.CREDENTIALS) {
          String inner = inner(text, Base64Text.credentials(b, from, to));
          value(inner, lesson, spans.rule(i), engine);
        }
      }
    }
    return forms() != before;
  }

  /**
   * The password that basic authentication sends, or one as it was before it went into a URL.
   *
   * @param pair whether it is user and password in base64
   * @return the text itself if it is neither
   */
  private static String inner(String text, boolean pair) {
    try {
      if (pair) {
        String plain = new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
        return plain.substring(plain.indexOf(':') + 1);
      }
      return text.indexOf('%') < 0
          ? text
          : URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException otherAlphabet) {
      return text;
    }
  }

  private void value(String text, Lesson lesson, int rule, Engine engine) {
    Learned known = state.values().get(text);
    if (known != null) {
      putOff(text, known);
      return;
    }
    int slot = text.hashCode() & REFUSED - 1;
    if (full(lesson)
        || refused[slot] == text.hashCode()
        || !tells(text, lesson, engine)
        || !shown.affordsLook()) {
      return;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (shown.has(bytes, 0, bytes.length)) {
      refused[slot] = text.hashCode();
      return;
    }
    learn(text, lesson, engine.id(rule));
  }

  private boolean full(Lesson lesson) {
    int most = bounds.most();
    State now = state;
    return now.values().size() >= most || lesson == Lesson.NAME && now.named() >= most / 2;
  }

  private synchronized void learn(String text, Lesson lesson, String rule) {
    long since = clock.millis();
    long end = since + bounds.kept().toMillis();
    boolean credentials = lesson == Lesson.CREDENTIALS;
    Learned value = new Learned("v" + ++lastId, rule, since, end, credentials, false);
    State now = state;
    state = now.with(text, value, now.forms().and(value.forms(text), value.broken(text)));
  }

  private static boolean tells(String text, Lesson lesson, Engine engine) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return text.indexOf('\ufffd') < 0
        && Telling.is(bytes, 0, bytes.length, lesson)
        && Engine.unfit(text).isEmpty()
        && !engine.snapshot().registered().has(bytes);
  }

  private void putOff(String text, Learned known) {
    long kept = bounds.kept().toMillis();
    long end = clock.millis() + kept;
    if (end - known.until() > kept / PARTS_OF_TIME) {
      synchronized (this) {
        State now = state;
        state = now.with(text, now.values().get(text).end(end), now.forms());
      }
    }
  }

  /**
   * What streams made of their bytes so far is kept for good: {@link #rewind} comes back to here.
   * Values whose time is over are forgotten.
   *
   * @return whether something has changed since the last time
   */
  public synchronized boolean settle() {
    bounds = limits.get();
    boolean off = bounds.most() == 0;
    long now = clock.millis();
    if (state.end() <= now || off && !state.values().isEmpty()) {
      Map<String, Learned> values = new LinkedHashMap<>(state.values());
      values.values().removeIf(value -> off || value.until() <= now);
      state = State.of(values);
    }
    boolean changed = state != settled;
    settled = state;
    return changed;
  }

  /** What was learned since the last {@link #settle} will come again. */
  public synchronized void rewind() {
    state = settled;
  }

  /** All that is known, by the values themselves. They must not be printed, nor come on a disk. */
  public synchronized Map<String, Learned> values() {
    return state.values();
  }

  /** Takes over what another knew. */
  public synchronized void recall(Map<String, Learned> values) {
    state = State.of(new LinkedHashMap<>(values));
    settled = state;
    for (Learned value : values.values()) {
      lastId = Math.max(lastId, Long.parseLong(value.id().substring(1)));
    }
  }

  /** Looks for that value no more, and does not learn it again; returns whether there is one. */
  public synchronized boolean forget(String id) {
    boolean known = state.values().values().stream().anyMatch(value -> value.id().equals(id));
    if (known) {
      state = state.without(id);
      settled = settled.without(id);
    }
    return known;
  }

  /** The id of the value that hides this text; empty if none does. */
  public synchronized Optional<String> idOf(String hidden) {
    return state.values().entrySet().stream()
        .filter(value -> !value.getValue().forgotten())
        .filter(
            value ->
                value.getValue().forms(value.getKey()).stream()
                    .anyMatch(form -> hidden.contains(new String(form, StandardCharsets.UTF_8))))
        .map(value -> value.getValue().id())
        .findFirst();
  }
}
