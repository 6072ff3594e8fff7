/** When each line came, and from which stream: files in index/, beside the logs. */
package innkeeper.logging.index;
