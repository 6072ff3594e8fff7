package innkeeper.api.json;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares how the JSON form of a record differs from the default, in which each component is a
 * member of the same name. A method without parameters can have it, too: it makes the method's
 * value a member. A record can have it, too: it declares the name and the description in the
 * OpenAPI document.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.METHOD, ElementType.TYPE})
public @interface JsonForm {

  /** The JSON form of a value that is null, an empty optional or "". */
  enum Empty {
    /** "" stays as it is; a missing value is null. */
    KEPT,
    /** The value is null. */
    NULL,
    /** The member is left out. */
    OMITTED
  }

  /** Returns one sentence for the OpenAPI document, or "" for no description. */
  String value() default "";

  /**
   * Returns a name that replaces the name of the component, method or record.
   *
   * @return the name; "" for no replacement
   */
  String name() default "";

  /** Returns the JSON form of an empty value. */
  Empty empty() default Empty.KEPT;

  /** Returns the allowed values of a text or a number, or empty if every value is allowed. */
  String[] oneOf() default {};

  /**
   * Returns whether the members of the component, a record, become members of the surrounding
   * record.
   *
   * @return false by default
   */
  boolean inline() default false;

  /** Returns whether the JSON form leaves the component out. */
  boolean hidden() default false;

  /** Returns the name of the member after which a method's value is inserted. */
  String after() default "";
}
