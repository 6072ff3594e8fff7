/** A whole host in one file, to be brought back on another machine. */
package innkeeper.store.archive;
