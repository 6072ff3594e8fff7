package innkeeper.admin;

import innkeeper.admin.events.EventBody.About;
import innkeeper.admin.events.EventHub;
import innkeeper.admin.events.EventsApi;
import innkeeper.admin.http.AdminServlet;
import innkeeper.admin.http.InFlight;
import innkeeper.admin.http.Route;
import innkeeper.admin.http.RouteTable;
import innkeeper.admin.http.ServiceSnapshot;
import innkeeper.admin.page.Assets;
import innkeeper.admin.page.PageApi;
import innkeeper.api.settings.Settings;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The admin surface: it creates page, API and events, and connects them. */
final class Site {

  private final AdminServlet servlet;
  private final EventsApi events;
  private final List<Route> routes;

  /**
   * @param hubThread one thread, on which events are published in order
   * @param timer runs delayed tasks, none of which takes long
   * @param patience how long a request waits for a service whose bundle is being replaced
   * @param byeReason returns why streams end: {@code update}, {@code restart} or {@code stop}
   */
  Site(
      Supplier<ServiceSnapshot> services,
      Clock clock,
      Settings settings,
      ScheduledExecutorService hubThread,
      ScheduledExecutorService timer,
      Duration patience,
      Supplier<String> byeReason) {
    InFlight inFlight = new InFlight();
    Assets assets = new Assets();
    Supplier<About> about =
        () -> new About(settings.version(), assets.version(), settings.hostLabel());
    events = new EventsApi(services, clock, about, inFlight, hubThread, timer, byeReason);
    routes =
        Stream.of(
                Api.routes(clock, settings, this::routes),
                events.routes(),
                new PageApi(assets, clock, settings, events::position).routes())
            .flatMap(List::stream)
            .toList();
    servlet = new AdminServlet(services, new RouteTable(routes), inFlight, patience);
  }

  AdminServlet servlet() {
    return servlet;
  }

  EventHub hub() {
    return events.hub();
  }

  List<Route> routes() {
    return routes;
  }
}
