package innkeeper.admin.page;

import java.util.List;
import java.util.stream.Stream;

/** Lets tests of other packages see what the page is put together from. */
public final class AssetNames {

  private AssetNames() {}

  public static List<String> scripts() {
    return Stream.of(Assets.SCRIPTS, Assets.LATER).flatMap(List::stream).toList();
  }
}
