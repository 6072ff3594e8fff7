/** The names of backups, for the bundles that make them. */
package innkeeper.common.backup;
