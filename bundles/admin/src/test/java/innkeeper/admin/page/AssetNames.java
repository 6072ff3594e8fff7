package innkeeper.admin.page;

import java.util.List;

/** Lets tests of other packages see what the page is put together from. */
public final class AssetNames {

  private AssetNames() {}

  public static List<String> scripts() {
    return Assets.SCRIPTS;
  }
}
