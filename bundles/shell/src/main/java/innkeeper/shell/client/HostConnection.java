package innkeeper.shell.client;

import innkeeper.shell.wire.Frame;
import innkeeper.shell.wire.Hello;
import innkeeper.shell.wire.ShellWord;
import innkeeper.shell.wire.SocketFile;
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

/** The connection to the host. One thread receives, any may send. */
final class HostConnection implements AutoCloseable {

  /** How long a host that runs may be without its shell: it starts, or the shell is replaced. */
  private static final long PATIENCE_MS = 10_000;

  /** The same for a command that goes on with the next host: a release may be on trial. */
  private static final long NEXT_HOST_MS = 120_000;

  /** How long one that has just been there may be gone without any sign that it comes back. */
  private static final long GRACE_MS = 3_000;

  /** The same for a far host: each look costs a connection. */
  private static final long FAR_GRACE_MS = 5_000;

  /** By how much the alarm is later, so that a host without its shell is not called silent. */
  private static final long MARGIN_MS = 500;

  private static final String PROVIDER = "java.nio.channels.spi.SelectorProvider";

  /** What the JDK takes on Linux in the end. */
  private static final String OF_LINUX = "sun.nio.ch.EPollSelectorProvider";

  private final ByteChannel channel;
  private final ByteBuffer in = ByteBuffer.allocate(64 * 1024).flip();

  private HostConnection(ByteChannel channel) {
    this.channel = channel;
  }

  /**
   * @throws NoHost if none runs on that DATA_DIR
   */
  static HostConnection open(TargetHost meant, Hello hello) throws IOException {
    if (meant.far() != null) {
      return meant.far().open(hello, 0, patience(hello));
    }
    return open(meant, hello, 0, patience(hello));
  }

  /** Spares a search of the class path for another provider: 7 ms of CPU in each command. */
  private static void nameProvider() {
    try {
      // Not Class.forName, which bnd makes an import of the bundle.
      ClassLoader.getSystemClassLoader().loadClass(OF_LINUX);
      System.getProperties().putIfAbsent(PROVIDER, OF_LINUX);
    } catch (ClassNotFoundException e) {
      // Another system, or a JDK that names it in another way: the JDK searches.
    }
  }

  /** As {@link #open}, after a connection that was good a moment ago. */
  static HostConnection reopen(TargetHost meant, Hello hello) throws IOException {
    if (meant.far() != null) {
      return meant.far().open(hello, FAR_GRACE_MS, patience(hello));
    }
    return open(meant, hello, GRACE_MS, patience(hello));
  }

  /** The socket of the host on this machine, for another's protocol. */
  static SocketChannel dial(TargetHost meant, long patience) throws IOException {
    return (SocketChannel) open(meant, null, 0, patience).channel;
  }

  /**
   * The same over any channel.
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

  private static long patience(Hello hello) {
    return hello.resume().isEmpty() ? PATIENCE_MS : NEXT_HOST_MS;
  }

  /**
   * @param hello null: nothing is said, whoever gets the connection does
   * @param grace how long no host may be there, in milliseconds
   * @param patience how long a host that is there may take for its first answer, likewise
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
        // While it becomes the next host it is nobody for a moment.
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
        + ShellWord.quoted(meant.dataDir() + "/bot.log");
  }

  /** A registration is only a file: who listens there, the kernel says. */
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
              + ShellWord.quoted(meant.dataDir())
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
                + ShellWord.quoted(dataDir)
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
    try {
      Thread.sleep(25);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for the host", e);
    }
  }

  /** The pid in the lock's file, if that process lives and is a host; else null. */
  private static String hostPid(Path socket) {
    try (FileInputStream lock =
        new FileInputStream(socket.resolveSibling("host.lock").toString())) {
      String pid = new String(lock.readNBytes(20), StandardCharsets.US_ASCII).trim();
      if (pid.isEmpty()) {
        return null;
      }
      try (FileInputStream line = new FileInputStream("/proc/" + pid + "/cmdline")) {
        String command = new String(line.readAllBytes(), StandardCharsets.ISO_8859_1);
        // While it becomes the next host it is its start script for a moment.
        boolean starting = command.indexOf("/innkeeper\0run\0") >= 0;
        return starting || command.indexOf("innkeeper.boot.Main") >= 0 ? pid : null;
      }
    } catch (IOException e) {
      // No lock's file, or no such process: no host.
      return null;
    }
  }

  /** Whether a signal such as SIGSTOP, or a debugger, has stopped the process: proc(5), stat. */
  private static boolean isFrozen(String pid) {
    try (FileInputStream file = new FileInputStream("/proc/" + pid + "/stat")) {
      String stat = new String(file.readAllBytes(), StandardCharsets.ISO_8859_1);
      int state = stat.lastIndexOf(')') + 2;
      return "Tt".indexOf(stat.charAt(state)) >= 0;
    } catch (IOException e) {
      return false; // It has ended: what follows says so.
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

  void send(byte type, byte[] payload, int from, int length) throws IOException {
    ByteBuffer frame = ByteBuffer.wrap(Frame.encode(type, payload, from, length));
    synchronized (channel) {
      while (frame.hasRemaining()) {
        channel.write(frame);
      }
    }
  }

  /** The next frame; null at the end of the connection. */
  Frame receive() throws IOException {
    if (!fill(5, true)) {
      return null;
    }
    byte type = in.get();
    int length = in.getInt();
    if (length < 0 || length > Frame.MAX) {
      throw new IOException("a frame of " + length + " bytes is none of innkeeper's");
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
