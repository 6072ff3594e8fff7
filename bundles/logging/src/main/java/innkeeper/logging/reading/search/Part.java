package innkeeper.logging.reading.search;

/**
 * A part of a file that is searched. All numbers are offsets in the file's text.
 *
 * @param least the lower bound of all lines that match
 * @param from the beginning of the part; earlier lines match only if their record reaches into it
 * @param to the end of the part, and the upper bound of all lines that match
 * @param end the end of the lines that can give their level to a record in the part
 */
record Part(long least, long from, long to, long end) {}
