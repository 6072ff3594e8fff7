/** The host's own log: engine, console, bot.log. */
package innkeeper.boot.log;
