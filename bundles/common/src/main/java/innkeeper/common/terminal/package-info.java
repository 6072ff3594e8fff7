/**
 * Text for a terminal: tables, the width of characters, colours, and text without control
 * sequences.
 */
package innkeeper.common.terminal;
