package innkeeper.boot;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * What TERM runs, from the first instruction on: it waits until there is a host to stop, or it is
 * clear that there will be none. Else a host told to end in its first moments would leave the
 * servers of the one before running, with nobody to look after them.
 */
final class EarlyStop {

  private static final long SECONDS = 10;

  private final CompletableFuture<Bridge> host = new CompletableFuture<>();

  void register() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::run, "shutdown"));
  }

  /** There is one. */
  void stops(Bridge bridge) {
    host.complete(bridge);
  }

  /** There will be none; no effect when there is one. */
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
