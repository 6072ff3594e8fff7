package innkeeper.host.surface;

import innkeeper.api.settings.Settings;
import innkeeper.host.boot.Boot;
import innkeeper.host.bundle.BundleView;
import innkeeper.host.bundle.ThreadOwners;
import innkeeper.host.jar.Folders;
import innkeeper.host.socket.BoundSocket;
import innkeeper.host.socket.BoundSocket.Protocol;
import innkeeper.host.socket.BoundSockets;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds sockets that may not be open, and the bundle that opened each. The kernel does not know
 * bundles, so there are two sources. The owner is certain if the socket appeared while only one
 * bundle was starting. Otherwise it is probably a bundle with a thread that waits on the network.
 */
@Component(service = OpenSockets.class)
public final class OpenSockets {

  private static final Logger LOG = LoggerFactory.getLogger(OpenSockets.class);

  private final BundleContext context;
  private final boolean noTcp;
  private final Folders folders;
  private final ThreadOwners culprits;
  private final BoundSockets kernel = new BoundSockets();
  private final Map<String, Bundle> openers = new ConcurrentHashMap<>();

  /** Forbidden sockets that were open before the first bundle of the user's was installed. */
  private final Set<String> inherited = new HashSet<>();

  @Activate
  public OpenSockets(BundleContext context, @Reference Settings settings) {
    this.context = context;
    this.noTcp = settings.adminPort() == 0;
    this.folders = new Folders(settings.homeDir(), settings.dataDir());
    this.culprits = new ThreadOwners(context);
    try {
      forbidden().forEach(socket -> inherited.add(socket.inode()));
    } catch (IOException e) {
      LOG.error("open sockets could not be listed, admin:bind fails until they can", e);
    }
  }

  /**
   * The owner of a socket in words, and the bundle to uninstall; empty if no bundle can be named.
   */
  public record Finding(String words, Optional<String> suspect) {}

  /** Returns the open sockets that are forbidden. */
  public List<BoundSocket> forbidden() throws IOException {
    return all().stream().filter(this::isForbidden).toList();
  }

  /**
   * Returns whether the socket is reachable from other machines. With ADMIN_PORT=0 every listening
   * TCP socket is forbidden.
   */
  public boolean isForbidden(BoundSocket socket) {
    return !socket.loopback() || noTcp && socket.protocol() == Protocol.TCP;
  }

  public List<BoundSocket> all() throws IOException {
    return kernel.read();
  }

  /** Records that the sockets appeared while this bundle was starting. */
  void opened(Collection<BoundSocket> sockets, Bundle bundle) {
    sockets.forEach(socket -> openers.put(socket.inode(), bundle));
  }

  /** Returns whether no other bundle is known to have opened the socket. */
  boolean mayBeBy(BoundSocket socket, Bundle bundle) {
    return openers.getOrDefault(socket.inode(), bundle).equals(bundle);
  }

  /**
   * Returns whether the bundle opened the socket, for certain or probably. It is probable if only
   * this bundle has threads that wait on the network. If no bundle has, it is probable if only this
   * bundle runs.
   */
  boolean isProbablyBy(BoundSocket socket, Bundle bundle) {
    if (openers.containsKey(socket.inode())) {
      return mayBeBy(socket, bundle);
    }
    Set<Bundle> waiting = waiting().keySet();
    return (waiting.isEmpty() ? Set.copyOf(running()) : waiting).equals(Set.of(bundle));
  }

  /** Returns the owner of a socket, with the evidence. */
  public Finding whose(BoundSocket socket) {
    Bundle opener = openers.get(socket.inode());
    if (opener != null) {
      return new Finding("opened by " + name(opener) + " in its start", suspect(opener));
    }
    if (inherited.contains(socket.inode())) {
      return new Finding(
          "open before any bundle was started: by the program that started the host, or JAVA_OPTS",
          Optional.empty());
    }
    Map<Bundle, String> waiting = waiting();
    if (!waiting.isEmpty()) {
      String words =
          waiting.entrySet().stream()
              .map(one -> name(one.getKey()) + one.getValue())
              .collect(Collectors.joining(", or by "));
      return new Finding(
          "probably opened by " + words + "; that is not certain",
          suspect(waiting.keySet().iterator().next()));
    }
    List<Bundle> running = running();
    if (running.isEmpty()) {
      return new Finding(
          "opened by no bundle that runs: by one that was taken out, or JAVA_OPTS",
          Optional.empty());
    }
    return new Finding(
        "opened by %s%s; which thread did it is not known"
            .formatted(
                running.stream().map(this::name).collect(Collectors.joining(" or ")),
                running.size() == 1 ? ", the only bundle of yours that runs" : ""),
        suspect(running.get(0)));
  }

  /**
   * Returns the user's bundles with a thread that waits on the network, and the place in their
   * code.
   */
  private Map<Bundle, String> waiting() {
    List<Bundle> running = running();
    Map<Bundle, String> waiting = new LinkedHashMap<>();
    Thread.getAllStackTraces()
        .forEach(
            (thread, stack) -> {
              if (waitsOnTheNetwork(stack)) {
                culprits
                    .of(stack)
                    .filter(running::contains)
                    .ifPresent(
                        bundle ->
                            waiting.putIfAbsent(
                                bundle,
                                ", whose thread %s waits on the network at %s"
                                    .formatted(thread.getName(), culprits.place(bundle, stack))));
              }
            });
    return waiting;
  }

  private static boolean waitsOnTheNetwork(StackTraceElement[] stack) {
    return Arrays.stream(stack)
        .limit(8)
        .anyMatch(
            f ->
                f.getClassName().startsWith("sun.nio.ch.")
                    || f.getClassName().startsWith("java.net."));
  }

  private List<Bundle> running() {
    return Arrays.stream(context.getBundles())
        .filter(bundle -> bundle.getState() == Bundle.ACTIVE)
        .filter(bundle -> BundleView.file(bundle).filter(folders::isUsers).isPresent())
        .toList();
  }

  private String name(Bundle bundle) {
    String jar = BundleView.file(bundle).map(folders::name).orElse(bundle.getLocation());
    return "%s %s (%s)".formatted(bundle.getSymbolicName(), bundle.getVersion(), jar);
  }

  private static Optional<String> suspect(Bundle bundle) {
    return Optional.of(bundle)
        .filter(b -> b.getState() != Bundle.UNINSTALLED)
        .map(Bundle::getSymbolicName);
  }

  /** Returns the forbidden sockets of this bundle, certain or probable. */
  List<BoundSocket> of(Bundle bundle) {
    try {
      return forbidden().stream()
          .filter(s -> whose(s).suspect().filter(bundle.getSymbolicName()::equals).isPresent())
          .toList();
    } catch (IOException e) {
      LOG.error("open sockets could not be listed", e);
      return List.of();
    }
  }

  /** Closes the sockets that an uninstalled bundle has left open. */
  void close(Collection<BoundSocket> sockets) {
    for (BoundSocket socket : sockets) {
      try {
        if (all().contains(socket)) {
          String why = Boot.closeSocket(socket.inode());
          if (!why.isEmpty()) {
            LOG.error("socket stays open until restart-host socket={} reason={}", socket, why);
          }
        }
        openers.remove(socket.inode());
      } catch (IOException e) {
        LOG.error("open sockets could not be listed", e);
      }
    }
  }
}
