package innkeeper.webhook;

/** DATA_DIR/conf/innkeeper.webhook.config; read again when it changes. */
@interface WebhookConfig {

  /** What {@code innkeeper alarm} calls this channel. */
  String name() default "webhook";

  /** Where alarms go, http or https. */
  String url() default "";

  /** Signs each alarm, as it stands or as {@code whsec_} and base64; empty: unsigned. */
  String secret() default "";

  /** What is sent: event names, or {@code *} at a name's end. */
  String[] events() default {"*"};

  /** For one attempt as a whole, 1 to 50. */
  int timeoutSeconds() default 10;

  /** An alarm that could not be delivered for so long is given up. */
  int giveUpMinutes() default 60;
}
