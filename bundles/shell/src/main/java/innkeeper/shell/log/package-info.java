/** Lines of several logs: read by time, searched, merged, followed and printed. */
package innkeeper.shell.log;
