/** The Unix socket: connections, sessions, who may come in. */
package innkeeper.shell.server;
