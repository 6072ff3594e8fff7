package innkeeper.xmlrpc;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * The table of all methods. A method is found only by a look-up in this table, because
 * supervisord's CVE-2017-11610 was a walk over attributes.
 */
final class MethodTable {

  private static final int MOST_CALLS = 1000;

  private final Map<String, Method> methods = new TreeMap<>();

  MethodTable(Collection<Method> rows) {
    rows.forEach(row -> methods.put(row.name(), row));
    for (Method row : system()) {
      methods.put(row.name(), row);
    }
  }

  /** Calls a method. Throws a {@link Fault}, or completes with the answer or with a fault. */
  CompletableFuture<Object> call(Call call) {
    Method method = methods.get(call.method());
    if (method == null) {
      throw new Fault(FaultCode.UNKNOWN_METHOD);
    }
    return method.call(call.params());
  }

  private List<Method> system() {
    return List.of(
        Method.now(
            "array system.listMethods",
            "The names of all methods.",
            a -> List.copyOf(methods.keySet())),
        Method.now(
            "string system.methodHelp string",
            "What a method does.",
            a -> known(a.string(0)).help()),
        Method.now(
            "array system.methodSignature string",
            "A method's types: the answer's, then each parameter's.",
            a -> known(a.string(0)).signature()),
        Method.of(
            "array system.multicall array",
            0,
            "Calls one after another; each answer, or a struct of faultCode and faultString.",
            a -> multicall(a.list(0))));
  }

  private Method known(String name) {
    Method method = methods.get(name);
    if (method == null) {
      throw new Fault(FaultCode.SIGNATURE_UNSUPPORTED);
    }
    return method;
  }

  /**
   * Makes the calls one after the other. The list contains the plain answers, like supervisord's.
   */
  private CompletableFuture<Object> multicall(List<?> calls) {
    if (calls.size() > MOST_CALLS) {
      throw new Fault(FaultCode.INCORRECT_PARAMETERS, "too many calls");
    }
    List<Object> results = new ArrayList<>();
    CompletableFuture<Object> chain = CompletableFuture.completedFuture(results);
    for (Object call : calls) {
      chain =
          chain
              .thenCompose(before -> inner(call))
              .handle(
                  (value, failure) -> {
                    results.add(failure == null ? value : Fault.of(failure).toMap());
                    return results;
                  });
    }
    return chain;
  }

  private CompletableFuture<Object> inner(Object call) {
    if (!(call instanceof Map<?, ?> map) || !(map.get("methodName") instanceof String name)) {
      throw new Fault(FaultCode.INCORRECT_PARAMETERS, "No methodName");
    }
    if (name.equals("system.multicall")) {
      throw new Fault(FaultCode.INCORRECT_PARAMETERS, "Recursive system.multicall forbidden");
    }
    Object params = map.get("params");
    if (params != null && !(params instanceof List<?>)) {
      throw new Fault(FaultCode.INCORRECT_PARAMETERS, "params is not an array");
    }
    List<Object> values = params == null ? List.of() : new ArrayList<>((List<?>) params);
    return call(new Call(name, values));
  }
}
