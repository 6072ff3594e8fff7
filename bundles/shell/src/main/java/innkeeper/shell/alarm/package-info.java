/** Alarm channels and silences. */
package innkeeper.shell.alarm;
