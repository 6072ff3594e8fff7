package innkeeper.api.json;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What the JSON form of a record has beyond the rule that each component is a member of the same
 * name. On a method without parameters: its value is a member too. On a record: how the OpenAPI
 * document names and describes it.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.METHOD, ElementType.TYPE})
public @interface JsonForm {

  /** What becomes of a value that is null, an empty optional or "". */
  enum Empty {
    /** "" stays as it is; a missing value is null. */
    KEPT,
    /** It is null. */
    NULL,
    /** The member is left out. */
    OMITTED
  }

  /**
   * A description for the OpenAPI document.
   *
   * @return one sentence; "" for none
   */
  String value() default "";

  /**
   * Another name than that of the component, method or record.
   *
   * @return the name; "" for the same one
   */
  String name() default "";

  /**
   * What becomes of an empty value.
   *
   * @return as a rule {@link Empty#KEPT}
   */
  Empty empty() default Empty.KEPT;

  /**
   * The values that there can be, of a text or a number.
   *
   * @return empty for any
   */
  String[] oneOf() default {};

  /**
   * Whether the members of the component, a record, stand among those of the record around it.
   *
   * @return false as a rule
   */
  boolean inline() default false;

  /**
   * Whether the component is no member.
   *
   * @return false as a rule
   */
  boolean hidden() default false;

  /**
   * For a method: the member that it follows.
   *
   * @return the name of that member
   */
  String after() default "";
}
