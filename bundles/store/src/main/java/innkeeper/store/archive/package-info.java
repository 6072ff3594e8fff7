/** The archive of a host: one file from which the host can be restored on another machine. */
package innkeeper.store.archive;
