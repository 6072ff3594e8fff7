/** Schedules of cron, as calendar expressions in systemd's syntax. */
package innkeeper.common.cron;
