/** Reads lines of several logs by time, and searches, merges, follows and prints them. */
package innkeeper.shell.log;
