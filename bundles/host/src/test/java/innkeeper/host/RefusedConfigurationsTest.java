package innkeeper.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.osgi.framework.ServiceReference;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.cm.ConfigurationEvent;

class RefusedConfigurationsTest {

  private static final String PID = "innkeeper.webhook";

  private final List<String> done = new ArrayList<>();

  private void event(int type, String factoryPid, String pid) {
    Hashtable<String, Object> values = new Hashtable<>();
    values.put("url", "http://127.0.0.1/");
    Configuration refused =
        fake(
            Configuration.class,
            (method, argument) -> {
              if (method.equals("update")) {
                done.add("update " + argument);
              }
              return method.equals("getProperties") ? values : null;
            });
    ConfigurationAdmin admin =
        fake(
            ConfigurationAdmin.class,
            (method, filter) -> {
              done.add(String.valueOf(filter));
              return new Configuration[] {refused};
            });
    new RefusedConfigurations(admin)
        .configurationEvent(new ConfigurationEvent(reference(), type, factoryPid, pid));
  }

  @SuppressWarnings("unchecked")
  private static ServiceReference<ConfigurationAdmin> reference() {
    return fake(ServiceReference.class, (method, argument) -> null);
  }

  private interface Answer {
    Object to(String method, Object argument);
  }

  private static <T> T fake(Class<T> type, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) ->
                answer.to(method.getName(), arguments == null ? null : arguments[0])));
  }

  @Test
  void namedConfigurationsAreUsedWhenTheSingleOneIsDeleted() {
    event(ConfigurationEvent.CM_DELETED, null, PID);
    assertEquals(
        List.of("(service.factoryPid=innkeeper.webhook)", "update {url=http://127.0.0.1/}"), done);
  }

  @Test
  void theSingleConfigurationIsUsedWhenTheNamedOneIsDeleted() {
    event(ConfigurationEvent.CM_DELETED, PID, PID + "~b");
    assertEquals(
        List.of("(service.pid=innkeeper.webhook)", "update {url=http://127.0.0.1/}"), done);
  }

  @Test
  void aChangeUpdatesNoOtherConfiguration() {
    event(ConfigurationEvent.CM_UPDATED, null, PID);
    assertEquals(List.of(), done);
  }
}
