/** The arrival time and the stream of each line, stored in files in index/ beside the logs. */
package innkeeper.logging.index;
