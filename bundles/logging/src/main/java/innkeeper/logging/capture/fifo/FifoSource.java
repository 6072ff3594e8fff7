package innkeeper.logging.capture.fifo;

import java.nio.file.Path;

/**
 * The place where one stream of a server can be opened.
 *
 * @param path the path that opens it
 * @param inode identifies the FIFO
 */
public record FifoSource(Path path, long inode) {}
