package innkeeper.api.project;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The values of members. Not thread-safe while it is filled. */
final class MemberValues {

  private final Map<Member<?>, Object> byMember = new HashMap<>();

  <T> MemberValues put(Member<T> member, T value) {
    byMember.put(member, value);
    return this;
  }

  @SuppressWarnings("unchecked") // put takes no other type for that member
  <T> T get(Member<T> member) {
    return (T) byMember.get(member);
  }

  Map<String, Object> toMap(List<Member<?>> rows, boolean mask) {
    Map<String, Object> map = new LinkedHashMap<>();
    rows.forEach(row -> row.write(this, mask, map));
    return map;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MemberValues values && byMember.equals(values.byMember);
  }

  @Override
  public int hashCode() {
    return byMember.hashCode();
  }
}
