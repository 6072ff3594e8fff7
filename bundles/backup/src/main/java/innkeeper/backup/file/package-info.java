/** Backups as files: names, manifests, state between starts. */
package innkeeper.backup.file;
