/**
 * The tables of rules, and how they are read. A table is a text file with tabs between its columns,
 * their names in the first line. Each row has an id of its own that later releases keep.
 */
package innkeeper.redaction.table;
