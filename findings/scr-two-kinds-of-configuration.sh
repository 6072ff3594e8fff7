#!/bin/bash
# Surprise: SCR refuses a factory configuration while the component has a single one, and does not take it once that is deleted.
# Version: org.apache.felix.scr 2.2.18 with org.apache.felix.configadmin 1.9.26 on org.apache.felix.main 7.0.5.
# Source: ConfigurableComponentHolder, checkFactoryPidIndex and getSingletonPidIndex ("already supplied as a singleton"); its configurationDeleted does not return to what was refused.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

get() { mvn -B -q dependency:copy -Dartifact="$1" -DoutputDirectory="$work/jars" -Dmdep.useBaseVersion=true; }
get org.apache.felix:org.apache.felix.main:7.0.5
get org.apache.felix:org.apache.felix.scr:2.2.18
get org.apache.felix:org.apache.felix.configadmin:1.9.26
get org.osgi:org.osgi.service.component:1.5.1
get org.osgi:org.osgi.util.function:1.2.0
get org.osgi:org.osgi.util.promise:1.3.0

mkdir -p classes/demo content/OSGI-INF content/demo
cat >Channel.java <<'JAVA'
package demo;

import java.util.Map;
import java.util.TreeSet;

public class Channel {
  private String id;

  void activate(Map<String, Object> values) {
    id = (String) values.get("id");
    change(id, true);
  }

  void deactivate() {
    change(id, false);
  }

  private static synchronized void change(String id, boolean active) {
    TreeSet<String> all = new TreeSet<>();
    for (String one : System.getProperty("active", "").split(",")) {
      if (!one.isEmpty()) {
        all.add(one);
      }
    }
    if (active) {
      all.add(id);
    } else {
      all.remove(id);
    }
    System.setProperty("active", String.join(",", all));
  }
}
JAVA
cat >content/OSGI-INF/channel.xml <<'XML'
<scr:component xmlns:scr="http://www.osgi.org/xmlns/scr/v1.3.0" name="demo.channel" immediate="true"
  configuration-policy="require" activate="activate" deactivate="deactivate">
  <implementation class="demo.Channel"/>
</scr:component>
XML
cat >manifest <<'MF'
Bundle-ManifestVersion: 2
Bundle-SymbolicName: demo
Bundle-Version: 1.0.0
Service-Component: OSGI-INF/channel.xml
Require-Capability: osgi.extender;filter:="(&(osgi.extender=osgi.component)(version>=1.3)(!(version>=2.0)))"
MF
cat >Main.java <<'JAVA'
import java.io.File;
import java.util.Hashtable;
import java.util.Map;
import java.util.ServiceLoader;
import org.osgi.framework.BundleContext;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

public class Main {
  public static void main(String[] files) throws Exception {
    Framework framework =
        ServiceLoader.load(FrameworkFactory.class)
            .iterator()
            .next()
            .newFramework(
                Map.of(
                    "org.osgi.framework.storage", "cache",
                    "felix.log.level", "0",
                    "ds.loglevel", "0",
                    "org.osgi.framework.system.packages.extra",
                        "org.osgi.service.log;version=1.5"));
    framework.start();
    BundleContext context = framework.getBundleContext();
    for (String file : files) {
      context.installBundle(new File(file).toURI().toString());
    }
    for (var bundle : context.getBundles()) {
      if (bundle.getBundleId() > 0) {
        bundle.start();
      }
    }
    Object admin =
        context.getService(context.getServiceReference("org.osgi.service.cm.ConfigurationAdmin"));
    Object single = call(admin, "getConfiguration", "demo.channel", "?");
    update(single, "single");
    step("the single one is made");
    Object named = call(admin, "getFactoryConfiguration", "demo.channel", "b", "?");
    update(named, "named");
    step("one with a name is made beside it");
    single.getClass().getMethod("delete").invoke(single);
    step("the single one is deleted");
    update(named, "named");
    step("the one with a name is updated");
    framework.stop();
    framework.waitForStop(5000);
    System.exit(0);
  }

  private static Object call(Object on, String method, Object... words) throws Exception {
    Class<?>[] types = new Class<?>[words.length];
    java.util.Arrays.fill(types, String.class);
    return on.getClass().getMethod(method, types).invoke(on, words);
  }

  private static void update(Object configuration, String id) throws Exception {
    Hashtable<String, Object> values = new Hashtable<>(Map.of("id", id));
    configuration
        .getClass()
        .getMethod("update", java.util.Dictionary.class)
        .invoke(configuration, values);
  }

  private static void step(String what) throws Exception {
    Thread.sleep(1500);
    System.out.println(what + ": active=[" + System.getProperty("active", "") + "]");
  }
}
JAVA
javac -d content Channel.java
jar --create --file demo.jar --manifest manifest -C content .
javac -cp "jars/*" -d classes Main.java
java -cp "classes:jars/org.apache.felix.main-7.0.5.jar" Main \
  jars/org.osgi.util.function-1.2.0.jar jars/org.osgi.util.promise-1.3.0.jar \
  jars/org.osgi.service.component-1.5.1.jar jars/org.apache.felix.configadmin-1.9.26.jar \
  jars/org.apache.felix.scr-2.2.18.jar demo.jar >said 2>errors || { cat said errors && exit 1; }

echo "org.apache.felix.scr 2.2.18"
echo "one would guess: once the single one is deleted, the one with a name is active"
cat said
grep -qx 'the single one is made: active=\[single\]' said
grep -qx 'one with a name is made beside it: active=\[single\]' said
grep -qx 'the single one is deleted: active=\[\]' said
grep -qx 'the one with a name is updated: active=\[named\]' said
echo "seen: it is active only after it was updated once more"
