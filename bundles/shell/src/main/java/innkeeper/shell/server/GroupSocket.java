package innkeeper.shell.server;

import innkeeper.common.file.Durable;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import jdk.net.ExtendedSocketOptions;

/**
 * A socket for the members of a group. Only the host's user and the group can enter its directory.
 * So every client is a member of the group, and the kernel reports its user.
 */
public final class GroupSocket implements ShellServer.Admission {

  private final GroupPrincipal group;

  private GroupSocket(GroupPrincipal group) {
    this.group = group;
  }

  /**
   * @param directory the directory to create, or one that an earlier start created
   * @param name the name of the group
   * @throws IOException with advice, if the directory cannot be closed to all others
   */
  public static GroupSocket in(Path directory, String name) throws IOException {
    GroupPrincipal group;
    try {
      group =
          FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByGroupName(name);
    } catch (UserPrincipalNotFoundException e) {
      throw new IOException(
          "SOCKET_GROUP=" + name + " is not a group of this machine; allowed: see getent group", e);
    }
    if (Files.notExists(directory, LinkOption.NOFOLLOW_LINKS)) {
      Durable.subdirectory(directory);
    }
    UserPrincipal own = Files.getOwner(SELF);
    PosixFileAttributes found =
        Files.readAttributes(directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!found.isDirectory() || !found.owner().equals(own)) {
      throw new IOException(
          directory + " is not a directory of " + own.getName() + "'s; set SOCKET_DIR to another");
    }
    GroupSocket socket = new GroupSocket(group);
    socket.give(directory, "rwx--x---");
    return socket;
  }

  private void give(Path path, String mode) throws IOException {
    PosixFileAttributeView view =
        Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    try {
      view.setGroup(group);
    } catch (IOException e) {
      throw new IOException(
          "the group of %s cannot be set: the host's user must be in SOCKET_GROUP=%s (%s)"
              .formatted(path, group.getName(), e.getMessage()),
          e);
    }
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  @Override
  public void restrict(Path socket) throws IOException {
    give(socket, "rw-rw----");
  }

  @Override
  public Peer admit(SocketChannel channel) throws IOException {
    return new Peer("", channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user().getName());
  }
}
