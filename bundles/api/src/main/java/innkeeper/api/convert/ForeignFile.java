package innkeeper.api.convert;

import java.nio.file.Path;

/**
 * A file of another tool.
 *
 * @param name the name for messages
 * @param directory the directory that contains it; relative paths in the file start there
 */
public record ForeignFile(String name, Path directory, String text) {}
