package innkeeper.redaction.scan;

import java.util.Arrays;
import java.util.Collection;

/**
 * Finds all of many byte strings in one pass. Transitions stand in one open hash table: tens of
 * thousands of nodes fit in a few hundred KiB.
 */
public final class AhoCorasick {
  private int[] keys;
  private int[] targets;
  private final int[] fail;
  private final int[] depth;
  private final int[] longest;
  private final int[] first = new int[256];
  private int nodes = 1;
  private int used;

  public AhoCorasick(Collection<byte[]> words) {
    int bound = 1;
    for (byte[] word : words) {
      bound += word.length;
    }
    keys = new int[Integer.highestOneBit(Math.max(16, bound)) << 1];
    targets = new int[keys.length];
    int[] parent = new int[bound];
    byte[] label = new byte[bound];
    int[] deep = new int[bound];
    int[] out = new int[bound];
    for (byte[] word : words) {
      int node = 0;
      for (byte c : word) {
        int child = child(node, c);
        if (child == 0) {
          child = nodes++;
          parent[child] = node;
          label[child] = c;
          deep[child] = deep[node] + 1;
          put(node, c, child);
        }
        node = child;
      }
      out[node] = word.length;
    }
    depth = Arrays.copyOf(deep, nodes);
    longest = Arrays.copyOf(out, nodes);
    fail = new int[nodes];
    link(parent, label);
  }

  private void link(int[] parent, byte[] label) {
    int deepest = 0;
    for (int d : depth) {
      deepest = Math.max(deepest, d);
    }
    int[] start = new int[deepest + 2];
    for (int d : depth) {
      start[d + 1]++;
    }
    for (int d = 0; d <= deepest; d++) {
      start[d + 1] += start[d];
    }
    int[] order = new int[nodes];
    for (int node = 0; node < nodes; node++) {
      order[start[depth[node]]++] = node;
    }
    for (int node : order) {
      if (depth[node] == 1) {
        first[label[node] & 0xff] = node;
      } else if (depth[node] > 1) {
        fail[node] = next(fail[parent[node]], label[node]);
        longest[node] = Math.max(longest[node], longest[fail[node]]);
      }
    }
  }

  private static int hash(int node, byte c) {
    return (node * 257 + (c & 0xff)) * 0x9E3779B1;
  }

  private int slot(int node, byte c) {
    int mask = keys.length - 1;
    int key = (node << 8 | c & 0xff) + 1;
    int slot = hash(node, c) >>> 7 & mask;
    while (keys[slot] != 0 && keys[slot] != key) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private int child(int node, byte c) {
    return targets[slot(node, c)];
  }

  private void put(int node, byte c, int child) {
    int slot = slot(node, c);
    keys[slot] = (node << 8 | c & 0xff) + 1;
    targets[slot] = child;
    used++;
  }

  /** The state after one more byte; 0 is the start. */
  int next(int state, byte c) {
    int node = state;
    while (node != 0) {
      int child = child(node, c);
      if (child != 0) {
        return child;
      }
      node = fail[node];
    }
    return first[c & 0xff];
  }

  /** Length of the longest word that ends in this state, 0 if none. */
  int longest(int state) {
    return longest[state];
  }

  /** How many of the bytes seen last may be the beginning of a word. */
  int depth(int state) {
    return depth[state];
  }

  /** Transitions, for tests of size. */
  public int size() {
    return used;
  }
}
