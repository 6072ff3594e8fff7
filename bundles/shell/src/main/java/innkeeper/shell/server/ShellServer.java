package innkeeper.shell.server;

import innkeeper.api.thread.WatchedPool;
import innkeeper.api.thread.WatchedThread;
import innkeeper.shell.wire.Frame;
import innkeeper.shell.wire.SocketFile;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The socket: one thread accepts and reads, one more per session that is doing something. {@link
 * #close} leaves what is at work to finish by itself, for the very command may be the one that
 * replaces this shell.
 */
public final class ShellServer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ShellServer.class);

  /** Sessions at once. */
  public static final int MOST = 32;

  private static final int BACKLOG = 64;
  private static final long GREETING_MS = 10_000;
  private static final long LOOK_MS = 1_000;
  private static final long REST_MS = 10_000;

  /** How long sessions at work may outlive {@link #close}. */
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

  /** Changed by the server's thread under the monitor, as {@link #identity} is. */
  private ServerSocketChannel server;

  private SelectionKey accepting;
  private String identity;
  private Admission admission;

  /** Who may come in. */
  interface Admission {

    /** Tells a client's user, or throws why that one may not come in. */
    Peer admit(SocketChannel channel) throws IOException;

    /** Sets the mode of a socket that was just made. */
    default void restrict(Path socket) throws IOException {
      Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
    }
  }

  /** A connection and what it is for; a session, or what it is told instead of one. */
  private record Guest(
      Connection connection, Optional<Session> session, String refusal, long since) {}

  public ShellServer(Path socket, Dispatcher dispatcher) {
    this.socket = socket;
    this.dispatcher = dispatcher;
    // One thread stays: a command can be run when the system gives no further one.
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
   * Binds and serves. A socket that lies there is a dead host's: the lock of DATA_DIR lets no
   * second one run.
   */
  public void open() throws IOException {
    Path run = socket.getParent();
    Files.createDirectories(
        run, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    open(new Peers(run));
  }

  /** As {@link #open()}, with others who may come in. The directory is there. */
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

  /** Missing once may be a successor that is about to bind its own. */
  private void restoreSocket() throws IOException {
    boolean missing = Files.notExists(socket) && Files.isDirectory(socket.getParent());
    if (missing && socketMissed) {
      synchronized (this) {
        if (!leaving) {
          bind();
          LOG.warn("shell socket was removed, made anew socket={}", socket);
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

  /** Nobody is there and nothing is amiss: then only somebody who comes is worth waking for. */
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
      // The kernel would say at once that somebody waits: without a pause this loop spins.
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
      // This client cannot be served; all others must be.
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

  /** Forgets what was closed, and those who came and said nothing. */
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

  /** Inode and time: the number alone may be used again by a successor's socket. */
  private String identity() throws IOException {
    BasicFileAttributes file = Files.readAttributes(socket, BasicFileAttributes.class);
    return file.fileKey() + "@" + file.lastModifiedTime();
  }

  /** Sessions, at work or not. */
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
