package innkeeper.webhook;

/** The settings in DATA_DIR/conf/innkeeper.discord.config; read again when the file changes. */
@interface DiscordConfig {

  /** The name of this channel in {@code innkeeper alarm}. */
  String name() default "discord";

  /** The webhook's URL, copied from Discord. */
  String url() default "";

  /** Alarms that are less severe are not sent: warning, critical. */
  String severity() default "warning";

  /** The limit for one attempt as a whole, 1 to 50. */
  int timeoutSeconds() default 10;
}
