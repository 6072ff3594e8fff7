package innkeeper.supervisor;

import java.util.Optional;
import org.apache.felix.hc.api.FormattingResultLog;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Fails until the projects are loaded. */
@Component(property = {"hc.name=projects:loaded", "hc.tags=projects"})
public final class LoadedProjectsCheck implements HealthCheck {

  private final Loading loading;

  @Activate
  public LoadedProjectsCheck(@Reference Loading loading) {
    this.loading = loading;
  }

  @Override
  public Result execute() {
    return result(loading.notLoaded(), loading.held());
  }

  /**
   * @param notLoaded empty once the projects are known; else the reason why they are not, "" while
   *     they are being loaded
   * @param held the reason why no wanted server was started; "" if servers were started
   */
  static Result result(Optional<String> notLoaded, String held) {
    FormattingResultLog log = new FormattingResultLog();
    if (notLoaded.isEmpty() && !held.isEmpty()) {
      log.warn("servers {}", held);
      log.info("fix: {}", "innkeeper run --as-copy");
    } else if (notLoaded.isEmpty()) {
      log.info("the projects are known");
    } else if (notLoaded.get().isEmpty()) {
      log.warn("the projects are being loaded");
      log.info("fix: {}", "innkeeper surfaces");
    } else {
      log.critical("the projects cannot be read: {}", notLoaded.get());
      log.info("fix: {}", "innkeeper health; the checks database:readable and database:writable");
    }
    log.info("value: {}", notLoaded.isEmpty() ? "known" : "not known");
    return new Result(log);
  }
}
