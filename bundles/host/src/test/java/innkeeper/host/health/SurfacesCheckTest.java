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
                    away.contains((String) arguments[0]) ? null : new ServiceReference<?>[1]);
    return new SurfacesCheck(context, true).look();
  }

  @Test
  void aSurfaceWhoseServiceIsAwayIsNamed() {
    assertEquals(HealthStatus.PASS, surfaces(Set.of()).status());
    HealthCheckResult away = surfaces(Set.of("innkeeper.api.log.Logs"));
    assertEquals(HealthStatus.WARN, away.status());
    assertEquals("Away: logging.", away.why());
    assertEquals(
        "Away: admin, shell.",
        surfaces(Set.of("jakarta.servlet.Servlet", "org.apache.felix.service.command.Function"))
            .why());
    assertEquals("6 of 7", away.value());
  }
}
