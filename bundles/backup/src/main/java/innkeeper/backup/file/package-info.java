/** The files of the backups: names, manifests, and the state between starts. */
package innkeeper.backup.file;
