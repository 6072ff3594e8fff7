package innkeeper.xmlrpc;

import java.util.LinkedHashMap;
import java.util.Map;

/** A call that was refused, in the words of supervisord: {@code BAD_NAME: web}. */
final class Fault extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final FaultCode code;

  Fault(FaultCode code) {
    super(code.name(), null, false, false);
    this.code = code;
  }

  Fault(FaultCode code, String extra) {
    super(code.name() + ": " + extra, null, false, false);
    this.code = code;
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
