package innkeeper.xmlrpc;

import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.Supervisor.StateConflictException;
import innkeeper.api.supervisor.Supervisor.UnknownProjectException;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Converts failures to the faults that a client of supervisord knows. */
final class Faults {

  private static final Logger LOG = LoggerFactory.getLogger(Faults.class);

  private Faults() {}

  static Fault of(Throwable failure) {
    if (failure instanceof CompletionException && failure.getCause() != null) {
      return of(failure.getCause());
    }
    if (failure instanceof Fault fault) {
      return fault;
    }
    if (failure instanceof UnknownProjectException) {
      return new Fault(FaultCode.BAD_NAME, failure.getMessage());
    }
    if (failure instanceof StateConflictException) {
      return new Fault(FaultCode.FAILED, failure.getMessage());
    }
    if (failure instanceof StoreException) {
      LOG.warn("database refused a request", failure);
      return new Fault(FaultCode.FAILED, "the database refused; the host's log says why");
    }
    LOG.error("request failed", failure);
    return new Fault(FaultCode.FAILED, "the host failed to answer; its log says why");
  }
}
