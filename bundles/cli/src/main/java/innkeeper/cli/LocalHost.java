package innkeeper.cli;

import innkeeper.common.text.PosixWord;
import innkeeper.common.wire.Hello;
import innkeeper.common.wire.SocketFile;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import jdk.net.ExtendedSocketOptions;

/** A host on this machine: its DATA_DIR, and how bin/innkeeper found it (lib/hosts.sh). */
final class LocalHost implements TargetHost {

  /**
   * The longest time that a host may be missing after a good connection, if nothing shows that it
   * comes back.
   */
  private static final long GRACE_MS = 3_000;

  /** The extra time of the alarm, so that a host without its shell is not reported as silent. */
  private static final long MARGIN_MS = 500;

  private static final String PROVIDER = "java.nio.channels.spi.SelectorProvider";

  /** The provider that the JDK chooses on Linux. */
  private static final String OF_LINUX = "sun.nio.ch.EPollSelectorProvider";

  /** The beginning of {@code why} for a registered host; the uid of its listener follows. */
  private static final String REGISTERED = "host ";

  /** The environment variable that {@code --socket} sets. */
  private static final String SOCKET = "INNKEEPER_SOCKET";

  private final String dataDir;
  private final String why;

  LocalHost(String dataDir, String why) {
    this.dataDir = dataDir;
    this.why = why;
  }

  /**
   * @throws Client.Mistake if DATA_DIR is not usable
   */
  static LocalHost read() throws Client.Mistake {
    String dataDir = System.getenv("DATA_DIR");
    String why = System.getProperty("innkeeper.meant", "");
    LocalHost meant = new LocalHost(dataDir == null ? "./data" : dataDir, why);
    if (meant.dataDir.isEmpty()) {
      throw new Client.Mistake("DATA_DIR is empty; allowed: a directory (default ./data)");
    }
    try {
      if (new File(meant.dataDir).isFile()) {
        throw new Client.Mistake("DATA_DIR=" + meant.dataDir + " is a file; allowed: a directory");
      }
      meant.socket();
    } catch (InvalidPathException e) {
      throw new Client.Mistake(
          "DATA_DIR=" + meant.dataDir + " is not a path; allowed: a directory");
    }
    return meant;
  }

  /** Returns DATA_DIR as the user gave it. */
  String dataDir() {
    return dataDir;
  }

  Path socket() {
    if (ofGroup()) {
      return Path.of(System.getenv(SOCKET));
    }
    return Path.of(dataDir).resolve("run").resolve("shell.sock");
  }

  /** Returns whether a group's socket was named instead of a DATA_DIR. */
  boolean ofGroup() {
    return !System.getenv().getOrDefault(SOCKET, "").isEmpty();
  }

  /** Returns the settings file that names DATA_DIR; "" if no file names it. */
  String settings() {
    return why.startsWith("/") ? why : "";
  }

  @Override
  public HostConnection open(Hello hello, boolean again) throws IOException {
    return open(hello, again ? GRACE_MS : 0, TargetHost.patience(hello));
  }

  /**
   * Connects to the socket of the host on this machine, for a client that speaks the protocol
   * itself.
   */
  SocketChannel dial(long patience) throws IOException {
    return (SocketChannel) open(null, 0, patience).channel;
  }

  /**
   * Names the selector provider, to avoid a search of the class path: 7 ms of CPU in each command.
   */
  private static void nameProvider() {
    try {
      // bnd would turn a call of Class.forName into an import of the bundle.
      ClassLoader.getSystemClassLoader().loadClass(OF_LINUX);
      System.getProperties().putIfAbsent(PROVIDER, OF_LINUX);
    } catch (ClassNotFoundException e) {
      // The JDK searches itself on another system, or if its names differ.
    }
  }

  /**
   * @param hello the greeting; null if the caller sends its own
   * @param grace how long to retry while no host runs, in milliseconds
   * @param patience how long a running host may take for its first answer, in milliseconds
   */
  HostConnection open(Hello hello, long grace, long patience) throws IOException {
    nameProvider();
    Path socket = socket();
    String frozen = hostPid(socket);
    if (frozen != null && isFrozen(frozen)) {
      throw new NoHost(
          "the host on DATA_DIR="
              + dataDir
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
        checkListener(channel);
        alarm.watch(channel, "answer");
        HostConnection link =
            hello == null ? new HostConnection(channel) : HostConnection.greet(channel, hello);
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
          throw new NoHost(silent(host, late, patience));
        }
        long now = System.currentTimeMillis();
        seen = host == null ? seen : now;
        // During a change of hosts, the lock names no host for a moment.
        boolean gone = host == null && now - seen >= grace;
        if (gone && hello != null && !hello.resume().isEmpty()) {
          throw NoHost.nextEnded(socket);
        }
        waitOrGiveUp(host, gone, now - start >= patience ? patience : 0, e);
      }
    }
  }

  private String silent(String host, String late, long patience) {
    String pid = host == null ? "" : " (pid " + host + ")";
    String log = PosixWord.quoted(dataDir + "/bot.log");
    return "the host on DATA_DIR=%s%s did not %s within %d s; what it logged last: tail -n 20 %s"
        .formatted(dataDir, pid, late, (patience + 999) / 1000, log);
  }

  /**
   * Checks the user of the listening process, if the host was found by its registration. That is
   * only a file, so the kernel's credentials decide.
   */
  private void checkListener(SocketChannel channel) throws IOException {
    if (!why.startsWith(REGISTERED) || why.equals(REGISTERED)) {
      return;
    }
    UserPrincipal user = channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
    boolean root = why.equals(REGISTERED + "0") && user.getName().equals("root");
    if (!root && !user.equals(Files.getOwner(Path.of("/proc/self")))) {
      throw new NoHost(
          "the socket of the host registered on DATA_DIR="
              + dataDir
              + " is "
              + user.getName()
              + "'s; if that is the host you mean: innkeeper --data "
              + PosixWord.quoted(dataDir)
              + " status");
    }
  }

  private void waitOrGiveUp(String host, boolean gone, long patience, IOException why)
      throws IOException {
    if (gone) {
      if (!ofGroup()
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
      throw NoHost.on(this);
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
    TargetHost.pause(25);
  }

  /** Returns the pid in the lock file, if that process lives and is a host; else null. */
  private static String hostPid(Path socket) {
    try {
      String pid = read(socket.resolveSibling("host.lock").toString(), 20).trim();
      if (pid.isEmpty()) {
        return null;
      }
      String command = read("/proc/" + pid + "/cmdline", Integer.MAX_VALUE);
      // During a change of hosts, the process runs the start script for a moment.
      boolean starting = command.indexOf("/innkeeper\0run\0") >= 0;
      return starting || command.indexOf("innkeeper.boot.Main") >= 0 ? pid : null;
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
    try {
      String stat = read("/proc/" + pid + "/stat", Integer.MAX_VALUE);
      return "Tt".indexOf(stat.charAt(stat.lastIndexOf(')') + 2)) >= 0;
    } catch (IOException e) {
      return false; // The process has ended; the caller detects that next.
    }
  }

  private static String read(String file, int most) throws IOException {
    try (FileInputStream in = new FileInputStream(file)) {
      return new String(in.readNBytes(most), StandardCharsets.ISO_8859_1);
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
}
