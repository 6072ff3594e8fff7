package innkeeper.cli;

import innkeeper.cli.far.HostLines;
import innkeeper.cli.far.JsonWithHost;
import innkeeper.cli.far.PrefixedLines;
import innkeeper.cli.far.Transport;
import innkeeper.cli.far.TransportChannel;
import innkeeper.common.wire.Frame;
import innkeeper.common.wire.Hello;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Sends a command that only reads to several hosts at once. It shows their answers in the order in
 * which the hosts were named. Followed logs are shown as they arrive.
 */
final class SeveralHosts {

  private static final Set<String> COMMANDS = Set.of("status", "incidents", "health", "logs");

  /** The longest time until a host accepts the command. */
  private static final long CONNECT_MS = 10_000;

  /** The longest time without output from a host that has accepted the command. */
  private static final long QUIET_MS = 60_000;

  private static final long FOREVER_MS = TimeUnit.DAYS.toMillis(36_500);

  /** The capacity of a queue of frames; a host that sends more has to wait. */
  private static final int WAITING = 16;

  private final List<HostAnswer> answers = new ArrayList<>();
  private final boolean follow;
  private final long start = System.currentTimeMillis();
  private int status;

  private SeveralHosts(List<Transport> hosts, boolean follow, boolean json) {
    this.follow = follow;
    int width = hosts.stream().mapToInt(h -> h.name().length()).max().orElse(0);
    BlockingQueue<HostAnswer.Part> common = new ArrayBlockingQueue<>(WAITING);
    for (Transport host : hosts) {
      String prefix = host.name() + " ".repeat(width - host.name().length() + 2);
      HostLines err = new PrefixedLines(prefix, line -> show(Frame.ERR, line));
      HostLines out =
          json
              ? new JsonWithHost(host.name(), line -> show(Frame.OUT, line))
              : new PrefixedLines(prefix, line -> show(Frame.OUT, line));
      BlockingQueue<HostAnswer.Part> own = new ArrayBlockingQueue<>(WAITING);
      answers.add(new HostAnswer(host, out, err, follow ? common : own));
    }
  }

  /** Returns the exit status: 0 if all are 0, 69 if a host did not answer, else the highest. */
  static int run(List<Transport> hosts, String[] args) throws IOException {
    List<String> words = Arrays.asList(args);
    String command = words.isEmpty() ? "" : words.get(0);
    boolean changes =
        command.equals("incidents") && (words.contains("ack") || words.contains("snooze"));
    if (!COMMANDS.contains(command) || changes || words.contains("--watch")) {
      throw new IllegalArgumentException(
          "\""
              + String.join(" ", words)
              + "\" is not for several hosts; allowed: status, incidents, health and logs, only to"
              + " read; for all else name one host");
    }
    boolean follow = command.equals("logs") && (words.contains("-f") || words.contains("--follow"));
    return new SeveralHosts(hosts, follow, words.contains("--json")).run(Client.hello(args));
  }

  private int run(Hello hello) throws IOException {
    answers.forEach(answer -> answer.ask(hello.plain(), CONNECT_MS));
    try {
      if (follow) {
        take(answers.get(0).parts(), new HashSet<>(answers));
      } else {
        for (HostAnswer answer : answers) {
          take(answer.parts(), new HashSet<>(Set.of(answer)));
        }
      }
      return status;
    } finally {
      TransportChannel.endConnecting();
    }
  }

  /** Shows the output of those hosts, until each has ended or has timed out. */
  private void take(BlockingQueue<HostAnswer.Part> parts, Set<HostAnswer> open) throws IOException {
    while (!open.isEmpty()) {
      HostAnswer.Part part = next(parts, open);
      if (part == null) {
        giveUp(open);
      } else if (open.contains(part.of())) {
        show(part, open);
      }
    }
  }

  private HostAnswer.Part next(BlockingQueue<HostAnswer.Part> parts, Set<HostAnswer> open)
      throws IOException {
    long patience =
        open.stream().allMatch(HostAnswer::connected)
            ? (follow ? FOREVER_MS : QUIET_MS)
            : Math.max(0, start + CONNECT_MS - System.currentTimeMillis());
    try {
      return parts.poll(patience, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while hosts were asked", e);
    }
  }

  private void giveUp(Set<HostAnswer> open) throws IOException {
    boolean quiet = open.stream().allMatch(HostAnswer::connected);
    for (HostAnswer silent : Set.copyOf(open)) {
      if (quiet || !silent.connected()) {
        long seconds = (quiet ? QUIET_MS : CONNECT_MS) / 1000;
        failed(silent, "innkeeper: did not answer within " + seconds + " s\n");
        open.remove(silent);
      }
    }
  }

  private void failed(HostAnswer host, String why) throws IOException {
    byte[] line = why.getBytes(StandardCharsets.UTF_8);
    host.err().write(line);
    ended(host, Client.NO_HOST);
  }

  private void show(HostAnswer.Part part, Set<HostAnswer> open) throws IOException {
    Frame frame = part.frame();
    switch (frame.type()) {
      case Frame.TAKEN -> part.of().setConnected();
      case Frame.OUT -> part.of().out().write(frame.payload());
      case Frame.ERR -> part.of().err().write(frame.payload());
      default -> {
        ended(part.of(), frame.number());
        open.remove(part.of());
      }
    }
  }

  private void ended(HostAnswer host, int with) throws IOException {
    host.out().end();
    host.err().end();
    boolean unreachable = with == Client.NO_HOST || status == Client.NO_HOST;
    status = unreachable ? Client.NO_HOST : Math.max(status, with);
  }

  private static void show(byte type, byte[] line) throws IOException {
    Client.print(new Frame(type, line));
  }
}
