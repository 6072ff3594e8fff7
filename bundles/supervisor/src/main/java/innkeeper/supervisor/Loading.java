package innkeeper.supervisor;

import java.util.Optional;

/** Whether it is known which projects there are, for the health check. */
interface Loading {

  /** Empty once it is; else why it is not, "" while that takes its time. */
  Optional<String> notLoaded();

  /** Why no wanted server was started; "" where that is not so. */
  String held();
}
