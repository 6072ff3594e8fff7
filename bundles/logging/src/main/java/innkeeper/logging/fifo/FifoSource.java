package innkeeper.logging.fifo;

import java.nio.file.Path;

/**
 * Where one stream of a server is to be read.
 *
 * @param path opens it
 * @param inode tells it from others
 */
public record FifoSource(Path path, long inode) {}
