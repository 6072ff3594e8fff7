package innkeeper.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.api.service.AwaitedService;
import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.Supervisor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.launch.Framework;

class StopOrderTest {

  private final List<String> done = new ArrayList<>();

  private static <T> T fake(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  /** As when bot.db was refused: the framework must be stopped in order all the same. */
  @Test
  void projectsThatAreNotKnownDoNotKeepTheFrameworkFromItsStop() {
    Supervisor supervisor =
        fake(
            Supervisor.class,
            (proxy, method, arguments) -> {
              if (method.getName().equals("definitions")) {
                throw new StoreException("projects are not loaded yet");
              }
              done.add("supervisor " + method.getName());
              return CompletableFuture.completedFuture(null);
            });
    Framework framework =
        fake(
            Framework.class,
            (proxy, method, arguments) -> {
              if (method.getName().equals("getState")) {
                return Bundle.ACTIVE;
              }
              done.add("framework " + method.getName());
              return null;
            });
    BundleContext context = fake(BundleContext.class, (proxy, method, arguments) -> framework);
    AwaitedService<Supervisor> there = new AwaitedService<>(Supervisor.class, "supervisor");
    there.add(supervisor);
    ServiceManager none = new ServiceManager(Map.of(), 0, Optional::empty);
    new StopOrder(context, there, none).stop();
    assertEquals(List.of("supervisor shutdown", "framework stop", "framework waitForStop"), done);
  }
}
