/** The Unix socket: connections, sessions, and the check of users. */
package innkeeper.shell.server;
