/** Tables of bot.db, row by row. */
package innkeeper.store.table;
