package innkeeper.host.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import innkeeper.api.health.HealthCheckResult;
import innkeeper.api.health.HealthStatus;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.felix.hc.api.Result;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;

class ChecksTest {

  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

  private static String text(Result result) {
    return StreamSupport.stream(result.spliterator(), false)
        .map(entry -> entry.getMessage())
        .collect(Collectors.joining("\n"));
  }

  private static Result heap(long used, long direct, boolean tight, Instant... ends) {
    return new HeapCheck(
            () -> used,
            () -> direct,
            () -> tight,
            () -> List.of(ends),
            Clock.fixed(NOW, ZoneOffset.UTC))
        .execute();
  }

  @Test
  void aHeapWithRoomIsWell() {
    Result result = heap(5 << 20, 0, false, NOW.minus(Duration.ofHours(2)));
    assertEquals(Result.Status.OK, result.getStatus());
    assertTrue(text(result).contains("value: 5 MiB"), text(result));
    assertFalse(text(result).contains("fix:"), text(result));
  }

  @Test
  void eachWantOfMemoryIsSaidAndOneFixOffered() {
    Result result = heap(5 << 20, Long.MAX_VALUE, true, NOW.minus(Duration.ofMinutes(59)));
    assertEquals(Result.Status.WARN, result.getStatus());
    String text = text(result);
    assertTrue(text.contains("beside the heap"), text);
    assertTrue(text.contains("nearly full"), text);
    assertTrue(text.contains("1 times within the hour, last at 2026-11-21T11:01:00.000Z"), text);
    assertTrue(text.contains("fix: "), text);
  }

  @Test
  void fewFilesThatCanStillBeOpenedAreAWarningAndNoneIsCritical() {
    assertEquals(
        Result.Status.OK, new FilesCheck(() -> OptionalLong.of(900), 964).execute().getStatus());
    Result few = new FilesCheck(() -> OptionalLong.of(901), 964).execute();
    assertEquals(Result.Status.WARN, few.getStatus());
    assertTrue(text(few).contains("only 63 more files"), text(few));
    Result none = new FilesCheck(OptionalLong::empty, 964).execute();
    assertEquals(Result.Status.CRITICAL, none.getStatus());
    assertTrue(text(none).contains("value: 964 open files"), text(none));
  }

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
