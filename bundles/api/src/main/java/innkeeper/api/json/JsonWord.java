package innkeeper.api.json;

/** A constant of an enum that JSON shows by another word than its name. */
public interface JsonWord {

  /**
   * The constant's form in JSON.
   *
   * @return one word
   */
  String word();
}
