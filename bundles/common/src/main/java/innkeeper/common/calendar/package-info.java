/** The calendar expressions of systemd. */
package innkeeper.common.calendar;
