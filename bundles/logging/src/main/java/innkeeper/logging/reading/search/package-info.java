/** Searches logs with their archives, and displays only text that the present rules permit. */
package innkeeper.logging.reading.search;
