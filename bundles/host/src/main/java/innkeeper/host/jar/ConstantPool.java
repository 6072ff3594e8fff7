package innkeeper.host.jar;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/**
 * What a class file names, by its constant pool (The Java Virtual Machine Specification, 4.4). The
 * class itself is not loaded.
 *
 * @param name of the class, with dots
 * @param types that it names, with slashes
 * @param methods that it calls or refers to: {@code java/lang/Runtime.exec}
 */
record ConstantPool(String name, Set<String> types, Set<String> methods) {

  private static final int MAGIC = 0xCAFEBABE;

  private static final int UTF8 = 1;
  private static final int LONG = 5;
  private static final int DOUBLE = 6;
  private static final int CLASS = 7;
  private static final int STRING = 8;
  private static final int METHOD = 10;
  private static final int INTERFACE_METHOD = 11;
  private static final int NAME_AND_TYPE = 12;
  private static final int METHOD_HANDLE = 15;
  private static final int METHOD_TYPE = 16;
  private static final int MODULE = 19;
  private static final int PACKAGE = 20;

  /**
   * @throws IOException if it is no class file, or one of a form that is not known
   */
  static ConstantPool read(DataInputStream in) throws IOException {
    if (in.readInt() != MAGIC) {
      throw new IOException("no class file");
    }
    in.readInt(); // its version
    int count = in.readUnsignedShort();
    int[] tags = new int[count];
    int[] first = new int[count];
    int[] second = new int[count];
    String[] texts = new String[count];
    for (int i = 1; i < count; i++) {
      tags[i] = in.readUnsignedByte();
      switch (tags[i]) {
        case UTF8 -> texts[i] = in.readUTF();
        case CLASS, STRING, METHOD_TYPE, MODULE, PACKAGE -> first[i] = in.readUnsignedShort();
        case METHOD_HANDLE -> {
          in.readUnsignedByte();
          first[i] = in.readUnsignedShort();
        }
        case LONG, DOUBLE -> {
          in.readLong();
          i++; // takes two entries
        }
        case 3, 4 -> in.readInt();
        case 9, METHOD, INTERFACE_METHOD, NAME_AND_TYPE, 17, 18 -> {
          first[i] = in.readUnsignedShort();
          second[i] = in.readUnsignedShort();
        }
        default -> throw new IOException("unknown constant " + tags[i]);
      }
    }
    in.readUnsignedShort(); // access flags
    int self = in.readUnsignedShort();
    try {
      Set<String> types = new HashSet<>();
      Set<String> methods = new HashSet<>();
      for (int i = 1; i < count; i++) {
        if (tags[i] == CLASS) {
          types.add(texts[first[i]]);
        } else if (tags[i] == METHOD || tags[i] == INTERFACE_METHOD) {
          methods.add(texts[first[first[i]]] + "." + texts[first[second[i]]]);
        }
      }
      return new ConstantPool(texts[first[self]].replace('/', '.'), types, methods);
    } catch (ArrayIndexOutOfBoundsException | NullPointerException e) {
      throw new IOException("a constant refers to none", e);
    }
  }
}
