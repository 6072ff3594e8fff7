package innkeeper.webhook;

import innkeeper.api.alarm.SendResult;
import innkeeper.webhook.HttpSender.Post;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends the pings and keeps the result of the last one. */
final class AlivePing {

  private static final Logger LOG = LoggerFactory.getLogger(AlivePing.class);
  private static final Duration AGAIN = Duration.ofMinutes(1);

  private final Target target;
  private final HttpSender sender;
  private final Duration period;
  private final AtomicLong reached = new AtomicLong();
  private volatile String error;

  AlivePing(Target target, HttpSender sender, Duration period) {
    this.target = target;
    this.sender = sender;
    this.period = period;
    this.error = target.mistake();
  }

  /**
   * Returns why the last ping failed; "" if it arrived or none was sent yet. The text names only
   * the host.
   */
  String error() {
    return error;
  }

  long reached() {
    return reached.get();
  }

  /** Sends a ping. Returns the time until the next one, which is shorter after a failure. */
  Duration send() throws InterruptedException {
    if (!target.mistake().isEmpty()) {
      return period;
    }
    String now = attempt();
    if (now.isEmpty()) {
      reached.incrementAndGet();
    } else if (error.isEmpty()) {
      LOG.warn("alive URL not reached, tried again error=\"{}\"", now);
    }
    error = now;
    return now.isEmpty() || AGAIN.compareTo(period) > 0 ? period : AGAIN;
  }

  private String attempt() throws InterruptedException {
    try {
      SendResult result =
          Answers.judge(
              sender.send(new Post(target.uri(), Map.of(), Optional.empty())),
              target.host(),
              "",
              Clock.systemUTC());
      return result.error();
    } catch (IOException e) {
      return e.getMessage();
    }
  }
}
