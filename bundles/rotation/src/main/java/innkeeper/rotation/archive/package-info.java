/** The archives of logs: how they are found, compressed and chosen for deletion. */
package innkeeper.rotation.archive;
