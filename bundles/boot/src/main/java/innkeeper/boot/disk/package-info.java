/** DATA_DIR, the room that a start needs, and disk space held back for logs. */
package innkeeper.boot.disk;
