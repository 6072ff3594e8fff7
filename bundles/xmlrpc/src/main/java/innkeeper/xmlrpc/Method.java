package innkeeper.xmlrpc;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * One row of the method table.
 *
 * @param name for example {@code supervisor.startProcess}
 * @param least the number of required parameters
 * @param signature the answer's type, then each parameter's
 * @param help one sentence
 * @param body may throw a {@link Fault}, or complete with one
 */
record Method(
    String name,
    int least,
    List<String> signature,
    String help,
    Function<Parameters, CompletableFuture<Object>> body) {

  /** Creates a method that answers at once. */
  static Method now(String name, String signature, String help, Function<Parameters, Object> body) {
    List<String> types = List.of(signature.split(" "));
    return new Method(
        name,
        types.size() - 1,
        types,
        help,
        arguments -> CompletableFuture.completedFuture(body.apply(arguments)));
  }

  /** Creates a method that answers later. Its last parameter, {@code wait}, may be left out. */
  static Method later(
      String name,
      String signature,
      String help,
      Function<Parameters, CompletableFuture<Object>> body) {
    List<String> types = List.of(signature.split(" "));
    return new Method(name, types.size() - 2, types, help, body);
  }

  /** Returns the same method under an older name. */
  Method as(String other) {
    return new Method(other, least, signature, help, body);
  }

  CompletableFuture<Object> call(List<Object> params) {
    if (params.size() < least || params.size() > signature.size() - 1) {
      throw new Fault(FaultCode.INCORRECT_PARAMETERS);
    }
    return body.apply(new Parameters(params));
  }
}
