package innkeeper.host.health;

import static org.junit.jupiter.api.Assertions.assertEquals;

import innkeeper.api.health.HealthCheckResult;
import innkeeper.api.health.HealthStatus;
import java.lang.reflect.Proxy;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;

class SurfacesCheckTest {

  private static HealthCheckResult surfaces(Set<String> away) {
    BundleContext context =
        (BundleContext)
            Proxy.newProxyInstance(
                BundleContext.class.getClassLoader(),
                new Class<?>[] {BundleContext.class},
                (proxy, method, arguments) ->
                    away.contains((String) arguments[0])
                        ? null
                        : Proxy.newProxyInstance(
                            ServiceReference.class.getClassLoader(),
                            new Class<?>[] {ServiceReference.class},
                            (reference, called, with) -> null));
    return new SurfacesCheck(context).look();
  }

  @Test
  void aSurfaceWhoseServiceIsAwayIsNamed() {
    assertEquals(HealthStatus.PASS, surfaces(Set.of()).status());
    HealthCheckResult away = surfaces(Set.of("innkeeper.api.log.Logs"));
    assertEquals(HealthStatus.WARN, away.status());
    assertEquals("Away: logging.", away.why());
    assertEquals("4 of 5", away.value());
  }
}
