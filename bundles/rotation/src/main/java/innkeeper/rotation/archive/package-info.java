/** Archives of logs: found, compressed, chosen for deletion. */
package innkeeper.rotation.archive;
