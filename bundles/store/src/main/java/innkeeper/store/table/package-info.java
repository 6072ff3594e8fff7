/** The tables of bot.db and their rows. */
package innkeeper.store.table;
