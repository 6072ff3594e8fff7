package innkeeper.webhook;

/** The settings in DATA_DIR/conf/innkeeper.alive.config; read again when the file changes. */
@interface AliveConfig {

  /** The URL that is requested with GET. Its service raises an alarm when the requests stop. */
  String url() default "";

  /** The interval of the requests, 1 to 1440. */
  int minutes() default 5;

  /** The limit for one attempt as a whole, 1 to 50. */
  int timeoutSeconds() default 10;
}
