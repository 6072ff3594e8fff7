package innkeeper.host.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.api.settings.Settings;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;

class JettyDetailsTest {

  private int registered;

  private static <T> T answering(
      Class<T> type, Map<String, Runnable> calls, Map<String, ?> values) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              calls.getOrDefault(method.getName(), () -> {}).run();
              return values.get(method.getName());
            }));
  }

  @Test
  void eachConnectorIsRegisteredOnceAlsoAfterARestartOfHttp() {
    ServiceRegistration<?> registration =
        answering(ServiceRegistration.class, Map.of("unregister", () -> registered--), Map.of());
    BundleContext context =
        answering(
            BundleContext.class,
            Map.of("registerService", () -> registered++),
            Map.of("registerService", registration));
    Optional<Path> socket = Optional.of(Path.of("/run/page.sock"));
    for (int port : new int[] {0, 4560}) {
      registered = 0;
      JettyDetails details =
          new JettyDetails(
              context,
              answering(
                  Settings.class, Map.of(), Map.of("adminPort", port, "adminSocket", socket)));
      int wanted = port == 0 ? 1 : 2;
      assertEquals(wanted, registered);
      details.startAgain();
      assertEquals(wanted, registered);
    }
  }
}
