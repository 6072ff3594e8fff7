package innkeeper.host.whiteboard;

import innkeeper.host.bundle.GivenServices;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceEvent;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.hooks.service.EventListenerHook;
import org.osgi.framework.hooks.service.FindHook;
import org.osgi.framework.hooks.service.ListenerHook.ListenerInfo;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A service hook that hides each service that would cover page or API from other bundles, including
 * the HTTP whiteboard. Such a service has no effect, whenever it is registered. The host starts
 * before HTTP, so no registration is missed.
 *
 * <p>It also hides the HttpService, because its servlets precede those of the whiteboard on all
 * paths.
 */
@Component(
    immediate = true,
    service = {FindHook.class, EventListenerHook.class, WhiteboardHook.class})
public final class WhiteboardHook implements FindHook, EventListenerHook {

  private static final Logger LOG = LoggerFactory.getLogger(WhiteboardHook.class);
  private static final Set<String> OWNERS = Set.of("innkeeper.admin", "innkeeper.host");
  private static final String HTTP_SERVICE = "org.osgi.service.http.HttpService";

  private final BundleContext context;

  @Activate
  public WhiteboardHook(BundleContext context) {
    this.context = context;
  }

  @Override
  public void find(
      BundleContext asking,
      String name,
      String filter,
      boolean all,
      Collection<ServiceReference<?>> references) {
    references.removeIf(service -> !isOf(service.getBundle(), asking) && isHidden(service));
  }

  @Override
  public void event(ServiceEvent event, Map<BundleContext, Collection<ListenerInfo>> listeners) {
    ServiceReference<?> service = event.getServiceReference();
    boolean shows =
        event.getType() == ServiceEvent.REGISTERED || event.getType() == ServiceEvent.MODIFIED;
    if (shows && isHidden(service)) {
      conflict(service)
          .ifPresent(
              why ->
                  LOG.warn(
                      "service is not used bundle={} reason={}",
                      service.getBundle().getSymbolicName(),
                      why));
      listeners.keySet().removeIf(listening -> !isOf(service.getBundle(), listening));
    }
  }

  private static boolean isOf(Bundle owner, BundleContext context) {
    try {
      return context.getBundle().equals(owner);
    } catch (IllegalStateException stopped) {
      return false;
    }
  }

  /** Explains for each hidden service of a bundle why it is not used. */
  public List<String> conflicts(Bundle bundle) {
    return GivenServices.all(bundle).stream()
        .flatMap(service -> conflict(service).stream())
        .distinct()
        .toList();
  }

  private boolean isHidden(ServiceReference<?> service) {
    return List.of((String[]) service.getProperty(Constants.OBJECTCLASS)).contains(HTTP_SERVICE)
        || conflict(service).isPresent();
  }

  private Optional<String> conflict(ServiceReference<?> service) {
    Bundle owner = service.getBundle();
    if (owner == null || OWNERS.contains(owner.getSymbolicName())) {
      return Optional.empty();
    }
    Map<String, Object> properties = properties(service);
    return ReservedPaths.concerns(properties)
        ? ReservedPaths.conflict(properties, whiteboard())
        : Optional.empty();
  }

  /**
   * Returns all services of the HTTP whiteboard, including hidden ones: this query bypasses the
   * hooks.
   */
  private List<Map<String, Object>> whiteboard() {
    List<Map<String, Object>> all = new ArrayList<>();
    for (Bundle bundle : context.getBundles()) {
      for (ServiceReference<?> service : GivenServices.all(bundle)) {
        Map<String, Object> properties = properties(service);
        if (ReservedPaths.concerns(properties)) {
          all.add(properties);
        }
      }
    }
    return all;
  }

  private static Map<String, Object> properties(ServiceReference<?> service) {
    Map<String, Object> properties = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String key : service.getPropertyKeys()) {
      properties.put(key, service.getProperty(key));
    }
    return properties;
  }
}
