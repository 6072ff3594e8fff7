/** Connections that read. */
package innkeeper.store.read;
