/**
 * Tells which lines of a log are one record, how grave it is, and what it says. One implementation
 * for API, page, history and command line.
 */
package innkeeper.logging.record;
