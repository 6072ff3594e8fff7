package innkeeper.xmlrpc;

import innkeeper.api.store.StoreException;
import innkeeper.api.supervisor.Supervisor.StateConflictException;
import innkeeper.api.supervisor.Supervisor.UnknownProjectException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A call that was refused, in the words of supervisord: {@code BAD_NAME: web}. */
final class Fault extends RuntimeException {

  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(Fault.class);

  private final FaultCode code;

  Fault(FaultCode code) {
    super(code.name(), null, false, false);
    this.code = code;
  }

  Fault(FaultCode code, String extra) {
    super(code.name() + ": " + extra, null, false, false);
    this.code = code;
  }

  /** Returns the fault that a client of supervisord knows for a failure. */
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

  FaultCode code() {
    return code;
  }

  /** Returns the struct that is sent. */
  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("faultCode", code.number());
    map.put("faultString", getMessage());
    return map;
  }
}
