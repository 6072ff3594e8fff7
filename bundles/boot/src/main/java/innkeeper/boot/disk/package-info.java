/** DATA_DIR, the disk space that a start needs, and disk space reserved for logs. */
package innkeeper.boot.disk;
