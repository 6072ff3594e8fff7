package innkeeper.webhook;

/** The settings in DATA_DIR/conf/innkeeper.webhook.config; read again when the file changes. */
@interface WebhookConfig {

  /** The name of this channel in {@code innkeeper alarm}. */
  String name() default "webhook";

  /** The receiver's URL, http or https. */
  String url() default "";

  /**
   * The secret that signs each alarm, as plain text or as {@code whsec_} and base64; empty:
   * unsigned.
   */
  String secret() default "";

  /** The events that are sent: event names, or {@code *} at a name's end. */
  String[] events() default {"*"};

  /** The limit for one attempt as a whole, 1 to 50. */
  int timeoutSeconds() default 10;

  /** The time after which an undelivered alarm is abandoned. */
  int giveUpMinutes() default 60;
}
