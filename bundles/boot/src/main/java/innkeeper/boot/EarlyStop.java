package innkeeper.boot;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The handler of TERM from the first instruction on. It waits until a host exists that can be
 * stopped, or until it is clear that none will start. Without it, a host that is ended early would
 * leave the servers of the previous host running without supervision.
 */
final class EarlyStop {

  private static final long SECONDS = 10;

  private final CompletableFuture<Bridge> host = new CompletableFuture<>();

  void register() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::run, "shutdown"));
  }

  void stops(Bridge bridge) {
    host.complete(bridge);
  }

  /** Reports that no host will start; has no effect if one exists. */
  void nothing() {
    host.complete(null);
  }

  private void run() {
    try {
      Bridge bridge = host.get(SECONDS, TimeUnit.SECONDS);
      if (bridge != null) {
        bridge.shutDown();
      }
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      System.err.println("ended before there was a host: " + e);
    }
  }
}
