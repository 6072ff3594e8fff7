package innkeeper.cli;

import innkeeper.common.text.PosixWord;
import innkeeper.common.wire.Frame;
import innkeeper.common.wire.Hello;
import innkeeper.common.wire.SocketFile;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import jdk.net.ExtendedSocketOptions;

/** The connection to the host. One thread receives; any thread may send. */
final class HostConnection implements AutoCloseable {

  /**
   * The longest time that a running host may be without its shell, during a start or a replacement
   * of the shell.
   */
  private static final long PATIENCE_MS = 10_000;

  /**
   * The same limit for a command that continues on the next host, because a release may be on
   * trial.
   */
  private static final long NEXT_HOST_MS = 120_000;

  /**
   * The longest time that a host may be missing after a good connection, if nothing shows that it
   * comes back.
   */
  private static final long GRACE_MS = 3_000;

  /** The same limit for a far host, where each attempt costs a connection. */
  private static final long FAR_GRACE_MS = 5_000;

  /** The extra time of the alarm, so that a host without its shell is not reported as silent. */
  private static final long MARGIN_MS = 500;

  private static final String PROVIDER = "java.nio.channels.spi.SelectorProvider";

  /** The provider that the JDK chooses on Linux. */
  private static final String OF_LINUX = "sun.nio.ch.EPollSelectorProvider";

  private final ByteChannel channel;
  private final ByteBuffer in = ByteBuffer.allocate(64 * 1024).flip();

  private HostConnection(ByteChannel channel) {
    this.channel = channel;
  }

  /**
   * @throws NoHost if no host runs on that DATA_DIR
   */
  static HostConnection open(TargetHost meant, Hello hello) throws IOException {
    return open(meant, hello, false);
  }

  /** Opens a connection like {@link #open}, shortly after another connection worked. */
  static HostConnection reopen(TargetHost meant, Hello hello) throws IOException {
    return open(meant, hello, true);
  }

  private static HostConnection open(TargetHost meant, Hello hello, boolean again)
      throws IOException {
    long patience = hello.resume().isEmpty() ? PATIENCE_MS : NEXT_HOST_MS;
    return meant.far() == null
        ? open(meant, hello, again ? GRACE_MS : 0, patience)
        : meant.far().open(hello, again ? FAR_GRACE_MS : 0, patience);
  }

  /**
   * Names the selector provider, to avoid a search of the class path: 7 ms of CPU in each command.
   */
  private static void nameProvider() {
    try {
      // Not Class.forName, which bnd makes an import of the bundle.
      ClassLoader.getSystemClassLoader().loadClass(OF_LINUX);
      System.getProperties().putIfAbsent(PROVIDER, OF_LINUX);
    } catch (ClassNotFoundException e) {
      // The JDK searches itself on another system, or if its names differ.
    }
  }

  /**
   * Connects to the socket of the host on this machine, for a client that speaks the protocol
   * itself.
   */
  static SocketChannel dial(TargetHost meant, long patience) throws IOException {
    return (SocketChannel) open(meant, null, 0, patience).channel;
  }

  /**
   * Sends the greeting over any channel.
   *
   * @return null if the host did not take the request
   */
  static HostConnection greet(ByteChannel channel, Hello hello) throws IOException {
    HostConnection link = new HostConnection(channel);
    byte[] payload = hello.encode();
    link.send(Frame.HELLO, payload, 0, payload.length);
    Frame answer = link.receive();
    return answer == null || answer.type() != Frame.TAKEN ? null : link;
  }

  /**
   * @param hello the greeting; null if the caller sends its own
   * @param grace how long to retry while no host runs, in milliseconds
   * @param patience how long a running host may take for its first answer, in milliseconds
   */
  static HostConnection open(TargetHost meant, Hello hello, long grace, long patience)
      throws IOException {
    nameProvider();
    Path socket = meant.socket();
    String frozen = hostPid(socket);
    if (frozen != null && isFrozen(frozen)) {
      throw new NoHost(
          "the host on DATA_DIR="
              + meant.dataDir()
              + " is stopped by a signal and answers nothing; to let it run on: kill -CONT "
              + frozen);
    }
    AnswerTimeout alarm = new AnswerTimeout(patience + MARGIN_MS);
    long start = System.currentTimeMillis();
    long seen = start;
    while (true) {
      SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
      alarm.watch(channel, "accept the connection");
      try {
        connect(channel, socket);
        checkListener(channel, meant);
        alarm.watch(channel, "answer");
        HostConnection link = hello == null ? new HostConnection(channel) : greet(channel, hello);
        if (link == null) {
          throw new IOException("the shell closed before it took the request");
        }
        if (alarm.off()) {
          return link;
        }
        throw new IOException("the answer came too late");
      } catch (NoHost e) {
        throw e;
      } catch (IOException e) {
        channel.close();
        String host = hostPid(socket);
        String late = alarm.rang();
        if (!late.isEmpty() && e instanceof ClosedChannelException) {
          throw new NoHost(silent(meant, host, late, patience));
        }
        long now = System.currentTimeMillis();
        seen = host == null ? seen : now;
        // During a change of hosts, the lock names no host for a moment.
        boolean gone = host == null && now - seen >= grace;
        if (gone && hello != null && !hello.resume().isEmpty()) {
          throw NoHost.nextEnded(socket);
        }
        waitOrGiveUp(meant, host, gone, now - start >= patience ? patience : 0, e);
      }
    }
  }

  private static String silent(TargetHost meant, String host, String late, long patience) {
    return "the host on DATA_DIR="
        + meant.dataDir()
        + (host == null ? "" : " (pid " + host + ")")
        + " did not "
        + late
        + " within "
        + (patience + 999) / 1000
        + " s; what it logged last: tail -n 20 "
        + PosixWord.quoted(meant.dataDir() + "/bot.log");
  }

  /**
   * Checks the user of the listening process. A registration is only a file, so the kernel's
   * credentials decide.
   */
  private static void checkListener(SocketChannel channel, TargetHost meant) throws IOException {
    if (meant.listener().isEmpty()) {
      return;
    }
    UserPrincipal user = channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
    boolean root = meant.listener().equals("0") && user.getName().equals("root");
    if (!root && !user.equals(Files.getOwner(Path.of("/proc/self")))) {
      throw new NoHost(
          "the socket of the host registered on DATA_DIR="
              + meant.dataDir()
              + " is "
              + user.getName()
              + "'s; if that is the host you mean: innkeeper --data "
              + PosixWord.quoted(meant.dataDir())
              + " status");
    }
  }

  private static void waitOrGiveUp(
      TargetHost meant, String host, boolean gone, long patience, IOException why)
      throws IOException {
    String dataDir = meant.dataDir();
    if (gone) {
      if (!meant.ofGroup()
          && why.getMessage() != null
          && why.getMessage().indexOf("ermission denied") >= 0) {
        throw new NoHost(
            "DATA_DIR="
                + dataDir
                + " belongs to another user ("
                + why.getMessage()
                + "); root may: sudo innkeeper --data "
                + PosixWord.quoted(dataDir)
                + " status");
      }
      throw NoHost.on(meant);
    }
    if (patience > 0) {
      throw new NoHost(
          "the host on DATA_DIR="
              + dataDir
              + " (pid "
              + host
              + ") has not opened its shell within "
              + patience / 1000
              + " s ("
              + why.getMessage()
              + "); it starts, or another host takes over: try again, or see "
              + dataDir
              + "/bot.log");
    }
    pause(25);
  }

  /** Waits before the next attempt. */
  static void pause(long milliseconds) throws IOException {
    try {
      Thread.sleep(milliseconds);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for the host", e);
    }
  }

  /** Returns the pid in the lock file, if that process lives and is a host; else null. */
  private static String hostPid(Path socket) {
    try (FileInputStream lock =
        new FileInputStream(socket.resolveSibling("host.lock").toString())) {
      String pid = new String(lock.readNBytes(20), StandardCharsets.US_ASCII).trim();
      if (pid.isEmpty()) {
        return null;
      }
      try (FileInputStream line = new FileInputStream("/proc/" + pid + "/cmdline")) {
        String command = new String(line.readAllBytes(), StandardCharsets.ISO_8859_1);
        // During a change of hosts, the process runs the start script for a moment.
        boolean starting = command.indexOf("/innkeeper\0run\0") >= 0;
        return starting || command.indexOf("innkeeper.boot.Main") >= 0 ? pid : null;
      }
    } catch (IOException e) {
      // The lock file or the process does not exist, so no host runs.
      return null;
    }
  }

  /**
   * Returns whether a signal such as SIGSTOP, or a debugger, has stopped the process: proc(5),
   * stat.
   */
  private static boolean isFrozen(String pid) {
    try (FileInputStream file = new FileInputStream("/proc/" + pid + "/stat")) {
      String stat = new String(file.readAllBytes(), StandardCharsets.ISO_8859_1);
      int state = stat.lastIndexOf(')') + 2;
      return "Tt".indexOf(stat.charAt(state)) >= 0;
    } catch (IOException e) {
      return false; // The process has ended; the caller detects that next.
    }
  }

  private static void connect(final SocketChannel channel, Path socket) throws IOException {
    SocketFile.use(
        socket,
        new SocketFile.Use() {
          @Override
          public void at(UnixDomainSocketAddress address) throws IOException {
            channel.connect(address);
          }
        });
  }

  void send(byte type, String text) throws IOException {
    byte[] payload = text.getBytes(StandardCharsets.UTF_8);
    send(type, payload, 0, payload.length);
  }

  void send(byte type, byte[] payload, int from, int length) throws IOException {
    ByteBuffer frame = ByteBuffer.wrap(Frame.encode(type, payload, from, length));
    synchronized (channel) {
      while (frame.hasRemaining()) {
        channel.write(frame);
      }
    }
  }

  /** Returns the next frame; null at the end of the connection. */
  Frame receive() throws IOException {
    if (!fill(5, true)) {
      return null;
    }
    byte type = in.get();
    int length = in.getInt();
    if (length < 0 || length > Frame.MAX) {
      throw new IOException("a frame of " + length + " bytes is not one of innkeeper's");
    }
    byte[] payload = new byte[length];
    int got = 0;
    while (got < length) {
      fill(1, false);
      int part = Math.min(in.remaining(), length - got);
      in.get(payload, got, part);
      got += part;
    }
    return new Frame(type, payload);
  }

  private boolean fill(int bytes, boolean mayEnd) throws IOException {
    while (in.remaining() < bytes) {
      in.compact();
      int read = channel.read(in);
      in.flip();
      if (read < 0) {
        if (mayEnd && !in.hasRemaining()) {
          return false;
        }
        throw new EOFException("it ended within a frame");
      }
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
