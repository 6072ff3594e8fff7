/**
 * The forms in which runtimes print a crash. A class knows the forms of one runtime: which line
 * opens a report, which lines belong to it, and which of them say what happened.
 */
package innkeeper.records.report;
