package innkeeper.host.bundle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.wiring.BundleWiring;

class GivenServicesTest {

  private static Object service(Map<String, Object> properties) {
    return fake(ServiceReference.class, Map.of("getProperty", properties::get));
  }

  private static Set<String> given(Object... services) {
    ServiceReference<?>[] references = new ServiceReference<?>[services.length];
    System.arraycopy(services, 0, references, 0, services.length);
    Object wiring =
        fake(
            BundleWiring.class,
            Map.of("getRequiredWires", any -> List.of(), "getCapabilities", any -> List.of()));
    Object bundle =
        fake(
            Bundle.class,
            Map.of("getRegisteredServices", any -> references, "adapt", any -> wiring));
    return GivenServices.of((Bundle) bundle);
  }

  private static Object fake(Class<?> type, Map<String, Function<Object, Object>> answers) {
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (self, method, arguments) ->
            answers.get(method.getName()).apply(arguments == null ? null : arguments[0]));
  }

  @Test
  void aServiceIsKnownByItsInterface() {
    String[] types = {"java.lang.Runnable", "some.bundle.Own"};
    assertEquals(Set.of("java.lang.Runnable"), given(service(Map.of("objectClass", types))));
  }

  @Test
  void commandsOfAnotherScopeAreOtherServices() {
    String[] type = {"java.util.function.Function"};
    assertEquals(
        Set.of(
            "java.util.function.Function (osgi.command.scope=inn)", "java.util.function.Function"),
        given(
            service(Map.of("objectClass", type)),
            service(Map.of("objectClass", type, "osgi.command.scope", "inn"))));
  }
}
