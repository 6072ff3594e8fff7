/** Searches logs with their archives, and shows only what today's rules leave. */
package innkeeper.logging.search;
