/** Jars: whole, within limits, and whose they are. */
package innkeeper.host.jar;
