package innkeeper.webhook;

/**
 * The settings in DATA_DIR/conf/innkeeper.discord.config and innkeeper.slack.config; read again
 * when a file changes.
 */
@interface ChatConfig {

  /** The name of this channel in {@code innkeeper alarm}; empty: that of the service. */
  String name() default "";

  /** The webhook's URL, copied from the service. */
  String url() default "";

  /** The lowest severity of an alarm that is sent: warning or critical. */
  String severity() default "warning";

  /** The limit for one attempt as a whole, 1 to 50. */
  int timeoutSeconds() default 10;
}
