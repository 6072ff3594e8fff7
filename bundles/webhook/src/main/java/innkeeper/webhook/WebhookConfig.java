package innkeeper.webhook;

/** DATA_DIR/conf/innkeeper.webhook.config; read again when it changes. */
@interface WebhookConfig {

  /** Where alarms go, http or https; empty: nowhere. */
  String url() default "";

  /** Signs each alarm, as it stands or as {@code whsec_} and base64; empty: unsigned. */
  String secret() default "";

  /** What is sent: event names, or {@code *} at a name's end. */
  String[] events() default {"*"};

  /** From the first attempt at connecting to the answer's status. */
  int timeoutSeconds() default 10;

  /** An alarm that could not be delivered for so long is given up. */
  int giveUpMinutes() default 60;

  /** How often the health report is looked at. */
  int lookSeconds() default 10;
}
