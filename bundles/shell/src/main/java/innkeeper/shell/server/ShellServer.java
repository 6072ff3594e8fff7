package innkeeper.shell.server;

import innkeeper.api.thread.WatchedPool;
import innkeeper.api.thread.WatchedThread;
import innkeeper.common.wire.Frame;
import innkeeper.common.wire.SocketFile;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import jdk.net.ExtendedSocketOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the shell socket. One thread accepts and reads; each busy session uses one more thread.
 * {@link #close} lets running requests finish, because one of them may be the command that replaces
 * this shell.
 */
public final class ShellServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ShellServer.class);

  /** The most sessions at the same time. */
  public static final int MOST = 32;

  private static final int BACKLOG = 64;
  private static final long GREETING_MS = 10_000;
  private static final long LOOK_MS = 1_000;
  private static final long REST_MS = 10_000;

  /** The longest time that busy sessions may run after {@link #close}. */
  private static final long LINGER_MS = 120_000;

  private final Path socket;
  private final Dispatcher dispatcher;
  private final Map<SocketChannel, Guest> guests = new ConcurrentHashMap<>();
  private final WatchedPool workers;
  private final ByteBuffer buffer = ByteBuffer.allocate(64 * 1024);
  private volatile boolean leaving;
  private volatile long lingersUntil;
  private Selector selector;
  private long refusedAt;
  private boolean socketMissed;

  /**
   * The listening socket. The server's thread changes it under the monitor, like {@link #identity}.
   */
  private ServerSocketChannel server;

  private SelectionKey accepting;
  private String identity;
  private Admission admission;

  /** Decides which users may connect. */
  interface Admission {

    Path SELF = Path.of("/proc/self");

    /**
     * Returns the user of a client. Throws an exception with the reason if that user may not
     * connect.
     */
    Peer admit(SocketChannel channel) throws IOException;

    /**
     * Admits only the host's own user and root, as the kernel reports them.
     *
     * @param run the directory of the socket; its owner is the host's user if /proc is missing
     */
    static Admission owner(Path run) throws IOException {
      Path mine = Files.exists(SELF) ? SELF : run;
      UserPrincipal own = Files.getOwner(mine);
      String uid = String.valueOf(Files.getAttribute(mine, "unix:uid"));
      return channel -> {
        UserPrincipal user = channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
        if (user.equals(own)) {
          return Peer.of(uid);
        }
        if (user.getName().equals("root")) {
          return Peer.of("0");
        }
        throw new IOException(
            "user " + user.getName() + " may not use this host; it is " + own.getName() + "'s");
      };
    }

    /** Sets the mode of a newly created socket. */
    default void restrict(Path socket) throws IOException {
      Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
    }
  }

  /** A connection with its session, or with the refusal that it receives instead. */
  private record Guest(
      Connection connection, Optional<Session> session, String refusal, long since) {}

  public ShellServer(Path socket, Dispatcher dispatcher) {
    this.socket = socket;
    this.dispatcher = dispatcher;
    // One thread stays, so a command can run even if the system allows no further thread.
    this.workers =
        new WatchedPool(
            "innkeeper-shell",
            1,
            Integer.MAX_VALUE,
            0,
            new SynchronousQueue<>(),
            new ThreadPoolExecutor.AbortPolicy());
  }

  /**
   * Binds the socket and serves it. An existing socket belongs to a dead host, because the lock of
   * DATA_DIR prevents a second one.
   */
  public void open() throws IOException {
    Path run = socket.getParent();
    Files.createDirectories(
        run, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    open(Admission.owner(run));
  }

  /**
   * Opens the socket like {@link #open()}, for the members of a group. The directory must exist.
   */
  public void open(GroupSocket by) throws IOException {
    open((Admission) by);
  }

  void open(Admission by) throws IOException {
    admission = by;
    Files.deleteIfExists(socket);
    selector = Selector.open();
    bind();
    new WatchedThread("innkeeper-shell", this::serve).start();
    LOG.info("shell open socket={}", socket);
  }

  private synchronized void bind() throws IOException {
    ServerSocketChannel old = server;
    ServerSocketChannel bound = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      SocketFile.use(socket, address -> bound.bind(address, BACKLOG));
      admission.restrict(socket);
      identity = identity();
      bound.configureBlocking(false);
      accepting = bound.register(selector, SelectionKey.OP_ACCEPT);
      server = bound;
    } finally {
      ServerSocketChannel unused = server == bound ? old : bound;
      if (unused != null) {
        unused.close();
      }
    }
  }

  /**
   * Binds the socket again if it was missing twice. After one miss, a successor may be about to
   * bind its own.
   */
  private void restoreSocket() throws IOException {
    boolean missing = Files.notExists(socket) && Files.isDirectory(socket.getParent());
    if (missing && socketMissed) {
      synchronized (this) {
        if (!leaving) {
          bind();
          LOG.warn("shell socket was removed, created again socket={}", socket);
        }
      }
    }
    socketMissed = missing;
  }

  private void serve() {
    while (!leaving || !guests.isEmpty()) {
      try {
        selector.select(rests() ? REST_MS : LOOK_MS);
        Set<SelectionKey> ready = Set.copyOf(selector.selectedKeys());
        selector.selectedKeys().clear();
        for (SelectionKey key : ready) {
          if (key.isValid() && key.isAcceptable()) {
            accept();
          } else if (key.isValid() && key.isReadable()) {
            read((SocketChannel) key.channel());
          }
        }
        sweep();
        if (!leaving) {
          restoreSocket();
        }
      } catch (IOException | RuntimeException e) {
        if (!leaving) {
          LOG.error("shell could not serve a client", e);
        }
      }
    }
    workers.shutdown();
    try {
      selector.close();
    } catch (IOException e) {
      LOG.warn("shell could not close its selector", e);
    }
  }

  /** Returns whether the server only waits for new clients, so that it can poll less often. */
  private boolean rests() {
    return !leaving
        && guests.isEmpty()
        && !socketMissed
        && accepting.isValid()
        && accepting.interestOps() != 0;
  }

  private void accept() {
    SocketChannel channel;
    try {
      channel = server.accept();
    } catch (IOException e) {
      // The selector would report the waiting client again at once, so this loop would
      // spin without a pause.
      LOG.error("shell cannot accept a client, trying again in a second reason={}", e.getMessage());
      refusedAt = System.nanoTime();
      if (accepting.isValid()) {
        accepting.interestOps(0);
      }
      return;
    }
    if (channel != null) {
      boolean welcomed = false;
      try {
        welcome(channel);
        welcomed = true;
      } catch (IOException e) {
        LOG.warn("shell could not take a client reason={}", e.getMessage());
      } finally {
        if (!welcomed) {
          close(channel);
        }
      }
    }
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.warn("shell could not close a socket reason={}", e.getMessage());
    }
  }

  private void welcome(SocketChannel channel) throws IOException {
    channel.configureBlocking(false);
    Connection connection =
        new Connection(channel, channel.register(selector, SelectionKey.OP_READ));
    long sessions = guests.values().stream().filter(g -> g.session().isPresent()).count();
    Optional<Session> session = Optional.empty();
    String refusal = "";
    try {
      Peer peer = admission.admit(channel);
      if (sessions < MOST) {
        session = Optional.of(new Session(connection, peer, dispatcher, workers, () -> leaving));
      } else {
        refusal = "the shell has " + MOST + " sessions already; close one";
      }
    } catch (IOException e) {
      LOG.warn("shell client refused reason={}", e.getMessage());
      refusal = e.getMessage();
    }
    guests.put(channel, new Guest(connection, session, refusal, System.nanoTime()));
  }

  private void read(SocketChannel channel) {
    Guest guest = guests.get(channel);
    if (guest == null) {
      return;
    }
    try {
      buffer.clear();
      if (channel.read(buffer) < 0) {
        gone(guest);
        return;
      }
      buffer.flip();
      Optional<Frame> frame = guest.connection().reader().next(buffer);
      while (frame.isPresent()) {
        if (guest.session().isPresent()) {
          guest.session().get().received(frame.get());
        } else {
          refuse(guest);
          return;
        }
        frame = guest.connection().reader().next(buffer);
      }
    } catch (IOException | IllegalArgumentException e) {
      LOG.debug("shell connection ends reason={}", e.getMessage());
      gone(guest);
    } catch (Error e) {
      // Only this client has failed; the server must serve the others.
      gone(guest);
      throw e;
    }
  }

  private void refuse(Guest guest) throws IOException {
    byte[] why = ("innkeeper: " + guest.refusal() + "\n").getBytes(StandardCharsets.UTF_8);
    guest.connection().send(Frame.TAKEN, new byte[0]);
    guest.connection().send(Frame.ERR, why);
    guest.connection().send(Frame.EXIT, Frame.encodeNumber(1));
    guest.connection().close();
  }

  private void gone(Guest guest) {
    guests.remove(guest.connection().channel());
    guest.connection().close();
    guest.session().ifPresent(Session::gone);
  }

  /** Removes closed connections and clients that sent no greeting in time. */
  private void sweep() {
    long now = System.nanoTime();
    if (!leaving && accepting.interestOps() == 0 && now - refusedAt > LOOK_MS * 1_000_000) {
      accepting.interestOps(SelectionKey.OP_ACCEPT);
    }
    for (Guest guest : List.copyOf(guests.values())) {
      boolean silent =
          guest.session().map(s -> !s.greeted()).orElse(true)
              && now - guest.since() > GREETING_MS * 1_000_000;
      boolean overstays = leaving && now - lingersUntil > 0;
      if (!guest.connection().channel().isOpen()) {
        guests.remove(guest.connection().channel());
      } else if (silent || overstays) {
        gone(guest);
      } else if (leaving) {
        guest.session().ifPresent(Session::leave);
      }
    }
  }

  /**
   * Returns inode and time of the socket, because a successor's socket may reuse the inode number.
   */
  private String identity() throws IOException {
    BasicFileAttributes file = Files.readAttributes(socket, BasicFileAttributes.class);
    return file.fileKey() + "@" + file.lastModifiedTime();
  }

  /** Returns the number of connections, busy or idle. */
  public int sessions() {
    return guests.size();
  }

  @Override
  public void close() {
    long now = System.nanoTime();
    lingersUntil = now + LINGER_MS * 1_000_000;
    leaving = true;
    try {
      synchronized (this) {
        server.close();
        if (Files.exists(socket) && identity.equals(identity())) {
          Files.delete(socket);
        }
      }
    } catch (IOException e) {
      LOG.warn("shell could not take its socket away socket={}", socket, e);
    }
    selector.wakeup();
    LOG.info("shell closed sessionsAtWork={}", guests.size());
  }
}
