package innkeeper.webhook;

/** DATA_DIR/conf/innkeeper.alive.config; read again when it changes. */
@interface AliveConfig {

  /** What is asked with GET; its service alarms when that stays away. */
  String url() default "";

  /** How often, 1 to 1440. */
  int minutes() default 5;

  /** For one attempt as a whole, 1 to 50. */
  int timeoutSeconds() default 10;
}
