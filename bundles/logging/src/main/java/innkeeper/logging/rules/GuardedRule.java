package innkeeper.logging.rules;

import innkeeper.api.log.RedactionRule;
import innkeeper.redaction.Rule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * A third party's rule with protection against its faults. The rule gets a copy of the line and a
 * thread of its own. It is switched off when it throws, returns invalid spans, is slow or never
 * returns. The mark then replaces the whole line on which it failed.
 */
public final class GuardedRule implements Rule {

  /**
   * The surplus of slow calls over fast ones at which the rule is at fault; the machine may be the
   * reason for fewer.
   */
  private static final int MOST_SLOW = 3;

  private static final long SLOW_NANOS = 50_000_000L;
  private static final long HOPELESS_NANOS = 1_000_000_000L;

  private final RedactionRule rule;
  private final String name;
  private final Consumer<GuardedRule> switchedOff;
  private final AtomicReference<String> fault = new AtomicReference<>("");
  private final AtomicInteger slow = new AtomicInteger();

  GuardedRule(RedactionRule rule, Consumer<GuardedRule> switchedOff) {
    this.rule = rule;
    this.name = nameOf(rule);
    this.switchedOff = switchedOff;
  }

  private static String nameOf(RedactionRule rule) {
    try {
      return BoundedCall.run(() -> String.valueOf(rule.name()), HOPELESS_NANOS);
    } catch (TimeoutException | ExecutionException e) {
      return rule.getClass().getName();
    }
  }

  @Override
  public String name() {
    return name;
  }

  /** Returns the reason why the rule is switched off; empty while it is in use. */
  public String fault() {
    return fault.get();
  }

  @Override
  public List<int[]> find(byte[] line, int length) {
    if (!fault.get().isEmpty()) {
      return List.of();
    }
    byte[] copy = Arrays.copyOf(line, length);
    long begin = System.nanoTime();
    List<int[]> found;
    try {
      found = BoundedCall.run(() -> spans(rule.find(copy, length), length), HOPELESS_NANOS);
    } catch (TimeoutException e) {
      return off(e.getMessage() + " for a line of " + length + " bytes", length);
    } catch (ExecutionException e) {
      return off(thrown(e.getCause()), length);
    }
    long took = System.nanoTime() - begin;
    if (took > SLOW_NANOS && slow.incrementAndGet() >= MOST_SLOW) {
      return off("took " + took / 1_000_000 + " ms for a line of " + length + " bytes", length);
    }
    if (took <= SLOW_NANOS && slow.get() > 0) {
      slow.decrementAndGet();
    }
    return found;
  }

  @Override
  public int open(byte[] line, int length) {
    if (!fault.get().isEmpty()) {
      return length;
    }
    byte[] copy = Arrays.copyOf(line, length);
    try {
      return BoundedCall.run(() -> rule.open(copy, length), HOPELESS_NANOS);
    } catch (TimeoutException e) {
      off(e.getMessage() + " for an unfinished line of " + length + " bytes", length);
    } catch (ExecutionException e) {
      off(thrown(e.getCause()), length);
    }
    return 0;
  }

  /** Describes an exception without its message, which may quote the line. */
  private static String thrown(Throwable e) {
    StackTraceElement[] trace = e.getStackTrace();
    return "threw " + e.getClass().getName() + (trace.length > 0 ? " at " + trace[0] : "");
  }

  private static List<int[]> spans(List<RedactionRule.Span> spans, int length) {
    List<int[]> found = new ArrayList<>(spans.size());
    for (RedactionRule.Span span : spans) {
      if (span.from() < 0 || span.from() > span.to() || span.to() > length) {
        throw new IllegalArgumentException("span " + span + " is outside a line of " + length);
      }
      if (span.from() < span.to()) {
        found.add(new int[] {span.from(), span.to()});
      }
    }
    return found;
  }

  private List<int[]> off(String why, int length) {
    if (fault.compareAndSet("", why)) {
      switchedOff.accept(this);
    }
    return length == 0 ? List.of() : List.of(new int[] {0, length});
  }
}
