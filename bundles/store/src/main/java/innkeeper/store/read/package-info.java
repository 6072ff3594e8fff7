/** The connections for reading from bot.db. */
package innkeeper.store.read;
