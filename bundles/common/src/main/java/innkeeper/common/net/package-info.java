/** Sockets. */
package innkeeper.common.net;
