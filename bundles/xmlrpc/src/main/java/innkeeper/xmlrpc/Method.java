package innkeeper.xmlrpc;

import java.util.ArrayList;
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

  /**
   * Creates a method that answers at once.
   *
   * @param declaration the answer's type, the name, then each parameter's type
   */
  static Method now(String declaration, String help, Function<Parameters, Object> body) {
    return of(
        declaration, 0, help, values -> CompletableFuture.completedFuture(body.apply(values)));
  }

  /** Creates a method that answers later. Its last parameter, {@code wait}, may be left out. */
  static Method later(
      String declaration, String help, Function<Parameters, CompletableFuture<Object>> body) {
    return of(declaration, 1, help, body);
  }

  /**
   * @param optional the number of parameters that may be left out, at the end
   */
  static Method of(
      String declaration,
      int optional,
      String help,
      Function<Parameters, CompletableFuture<Object>> body) {
    List<String> signature = new ArrayList<>(List.of(declaration.split(" ")));
    String name = signature.remove(1);
    return new Method(name, signature.size() - 1 - optional, List.copyOf(signature), help, body);
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
