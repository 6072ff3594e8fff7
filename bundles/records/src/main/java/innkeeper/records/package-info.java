/**
 * Separates the records of a log, and finds their level and message. API, page, history and command
 * line use this one implementation.
 */
package innkeeper.records;
