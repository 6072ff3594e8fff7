package innkeeper.supervisor;

import java.util.Optional;

/** The state of loading the projects, for the health check. */
interface Loading {

  /**
   * Returns empty once the projects are known; else the reason why they are not, "" while they are
   * being loaded.
   */
  Optional<String> notLoaded();

  /** Returns the reason why no wanted server was started; "" if servers were started. */
  String held();
}
