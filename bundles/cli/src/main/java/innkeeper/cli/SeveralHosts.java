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

  private static final int STACK = 256 * 1024;

  private final List<Answer> answers = new ArrayList<>();
  private final boolean follow;
  private final long start = System.currentTimeMillis();
  private int status;

  /** A frame from a host: TAKEN when it has accepted the command, OUT, ERR or EXIT. */
  private record Part(Answer of, Frame frame) {}

  /**
   * The answer of one host. Threads of its own send the command and put the frames into the queue;
   * the thread that takes them uses {@code out}, {@code err} and {@code connected}.
   */
  private static final class Answer {
    private final Transport transport;
    private final HostLines out;
    private final HostLines err;
    private final BlockingQueue<Part> parts;
    private boolean connected;

    Answer(Transport transport, HostLines out, HostLines err, BlockingQueue<Part> parts) {
      this.transport = transport;
      this.out = out;
      this.err = err;
      this.parts = parts;
    }

    void ask(Hello hello) {
      Thread thread = new Thread(null, () -> run(hello.plain()), "host " + transport.name(), STACK);
      thread.setDaemon(true);
      thread.start();
    }

    private void run(Hello hello) {
      int status = Client.NO_HOST;
      try {
        status =
            new CommandRun(new FarHost(transport, false, this::note), hello) {
              @Override
              void connected(HostConnection link) {
                put(new Frame(Frame.TAKEN, new byte[0]));
              }

              @Override
              void show(Frame frame) {
                put(frame);
              }
            }.toEnd();
      } catch (IOException e) {
        String why = e.getMessage();
        String name = transport.name() + ": ";
        note("innkeeper: " + (why.startsWith(name) ? why.substring(name.length()) : why));
      }
      put(new Frame(Frame.EXIT, Frame.encodeNumber(status)));
    }

    private void note(String line) {
      put(new Frame(Frame.ERR, (line + "\n").getBytes(StandardCharsets.UTF_8)));
    }

    /** Adds a frame; it waits while the queue is full. */
    private void put(Frame frame) {
      try {
        parts.put(new Part(this, frame));
      } catch (InterruptedException e) {
        // Nothing interrupts the threads of an answer.
        throw new IllegalStateException("interrupted while output of a host was kept", e);
      }
    }
  }

  private SeveralHosts(List<Transport> hosts, boolean follow, boolean json) {
    this.follow = follow;
    int width = hosts.stream().mapToInt(h -> h.name().length()).max().orElse(0);
    BlockingQueue<Part> common = new ArrayBlockingQueue<>(WAITING);
    for (Transport host : hosts) {
      String prefix = host.name() + " ".repeat(width - host.name().length() + 2);
      HostLines err = new PrefixedLines(prefix, line -> show(Frame.ERR, line));
      HostLines out =
          json
              ? new JsonWithHost(host.name(), line -> show(Frame.OUT, line))
              : new PrefixedLines(prefix, line -> show(Frame.OUT, line));
      answers.add(new Answer(host, out, err, follow ? common : new ArrayBlockingQueue<>(WAITING)));
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
    answers.forEach(answer -> answer.ask(hello));
    try {
      if (follow) {
        take(answers);
      } else {
        for (Answer answer : answers) {
          take(List.of(answer));
        }
      }
      return status;
    } finally {
      TransportChannel.endConnecting();
    }
  }

  /** Shows the output of hosts with one queue, until each has ended or has timed out. */
  private void take(List<Answer> together) throws IOException {
    Set<Answer> open = new HashSet<>(together);
    while (!open.isEmpty()) {
      Part part = next(together.get(0).parts, open);
      if (part == null) {
        giveUp(open);
      } else if (open.contains(part.of())) {
        show(part, open);
      }
    }
  }

  private Part next(BlockingQueue<Part> parts, Set<Answer> open) throws IOException {
    long patience =
        open.stream().allMatch(answer -> answer.connected)
            ? (follow ? FOREVER_MS : QUIET_MS)
            : Math.max(0, start + CONNECT_MS - System.currentTimeMillis());
    try {
      return parts.poll(patience, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while hosts were asked", e);
    }
  }

  private void giveUp(Set<Answer> open) throws IOException {
    boolean quiet = open.stream().allMatch(answer -> answer.connected);
    for (Answer silent : Set.copyOf(open)) {
      if (quiet || !silent.connected) {
        long seconds = (quiet ? QUIET_MS : CONNECT_MS) / 1000;
        String why = "innkeeper: did not answer within " + seconds + " s\n";
        silent.err.write(why.getBytes(StandardCharsets.UTF_8));
        ended(silent, Client.NO_HOST);
        open.remove(silent);
      }
    }
  }

  private void show(Part part, Set<Answer> open) throws IOException {
    Answer host = part.of();
    Frame frame = part.frame();
    switch (frame.type()) {
      case Frame.TAKEN -> host.connected = true;
      case Frame.OUT -> host.out.write(frame.payload());
      case Frame.ERR -> host.err.write(frame.payload());
      default -> {
        ended(host, frame.number());
        open.remove(host);
      }
    }
  }

  private void ended(Answer host, int with) throws IOException {
    host.out.end();
    host.err.end();
    boolean unreachable = with == Client.NO_HOST || status == Client.NO_HOST;
    status = unreachable ? Client.NO_HOST : Math.max(status, with);
  }

  private static void show(byte type, byte[] line) throws IOException {
    Client.print(new Frame(type, line));
  }
}
