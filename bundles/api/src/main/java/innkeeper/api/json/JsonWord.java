package innkeeper.api.json;

/** An enum constant whose JSON form differs from its name. */
public interface JsonWord {

  /**
   * Returns the constant's form in JSON.
   *
   * @return one word
   */
  String word();
}
