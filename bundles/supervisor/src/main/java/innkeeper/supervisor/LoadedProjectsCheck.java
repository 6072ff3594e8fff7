package innkeeper.supervisor;

import java.util.Optional;
import org.apache.felix.hc.api.FormattingResultLog;
import org.apache.felix.hc.api.HealthCheck;
import org.apache.felix.hc.api.Result;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Fails while it is not known which projects there are. */
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
   * @param notLoaded empty once they are known; else why they are not, "" while it takes its time
   * @param held why no wanted server was started; "" where that is not so
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
