package innkeeper.api.project;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One member of a project's definition, which is one field of the definition's JSON object. {@link
 * Members} is the table of all members. Immutable once the table is made.
 *
 * @param <T> the type of the member's values
 */
public final class Member<T> {

  private final String name;
  private final MemberForm<T> form;
  private final T fallback;
  private String fallbackText = "";
  private String meaning = "";
  private String example = "";
  private String option = "";
  private boolean needsRestart;
  private boolean writtenIfDefault;

  Member(String name, MemberForm<T> form, T fallback) {
    this.name = name;
    this.form = form;
    this.fallback = fallback;
  }

  /** Sets what the member means, as one or two sentences, and a value for documents. */
  Member<T> means(String sentences, String json) {
    meaning = sentences;
    example = json;
    return this;
  }

  /** Sets what documents call a default that is no fixed value. */
  Member<T> without(String text) {
    fallbackText = text;
    return this;
  }

  /** Sets the option of {@code innkeeper add}. */
  Member<T> option(String name) {
    option = name;
    return this;
  }

  /** A running server has to be restarted for a new value to apply. */
  Member<T> needsRestart() {
    needsRestart = true;
    return this;
  }

  /** The member is written even if it has its default, as release 0.1.0 wrote it. */
  Member<T> writtenIfDefault() {
    writtenIfDefault = true;
    return this;
  }

  /** Returns the member's name in JSON, such as {@code stopSeconds}. */
  public String name() {
    return name;
  }

  /** Returns the type as documents show it, such as {@code 0–3600}. */
  public String type() {
    return form.type();
  }

  /**
   * Returns what documents call the default where it is no fixed value.
   *
   * @return such as {@code the channelId}; "" where {@link #schema} has the default
   */
  public String fallbackText() {
    return fallbackText;
  }

  /** Returns what the member means, in one or two sentences. */
  public String meaning() {
    return meaning;
  }

  /** Returns a value for documents, as JSON. */
  public String example() {
    return example;
  }

  /**
   * Returns the option of {@code innkeeper add} that sets the member.
   *
   * @return such as {@code --stop-seconds}; empty if {@code add} has none
   */
  public Optional<String> option() {
    return Optional.of(option).filter(name -> !name.isEmpty());
  }

  /**
   * Returns the JSON Schema of the member.
   *
   * @return a new map with type, bounds, default and description
   */
  public Map<String, Object> schema() {
    Map<String, Object> schema = new LinkedHashMap<>(form.schema());
    Object json = form.write(fallback, false);
    if (json != null && fallbackText.isEmpty()) {
      schema.put("default", json);
    }
    schema.put("description", meaning.replace("`", ""));
    return schema;
  }

  MemberForm<T> form() {
    return form;
  }

  boolean restarts() {
    return needsRestart;
  }

  void write(MemberValues values, boolean mask, Map<String, Object> into) {
    T value = values.get(this);
    if (writtenIfDefault || !value.equals(fallback)) {
      into.put(name, form.write(value, mask));
    }
  }

  void read(MemberReader in, Object json, MemberValues into) {
    into.put(this, json == null ? fallback : form.read(in, name, json, fallback));
  }
}
