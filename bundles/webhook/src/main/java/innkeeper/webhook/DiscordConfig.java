package innkeeper.webhook;

/** DATA_DIR/conf/innkeeper.discord.config; read again when it changes. */
@interface DiscordConfig {

  /** What {@code innkeeper alarm} calls this channel. */
  String name() default "discord";

  /** The webhook's URL as Discord shows it. */
  String url() default "";

  /** Alarms that are less severe are not sent: warning, critical. */
  String severity() default "warning";

  /** For one attempt as a whole, 1 to 50. */
  int timeoutSeconds() default 10;
}
