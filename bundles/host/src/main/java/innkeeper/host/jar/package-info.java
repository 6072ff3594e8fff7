/** Jars: whether they are complete, their limits, and their owners. */
package innkeeper.host.jar;
