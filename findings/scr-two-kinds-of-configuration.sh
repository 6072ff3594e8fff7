#!/bin/bash
# Surprise: SCR refuses a factory configuration while the component has a single one, and does not take it once that is deleted.
# Version: org.apache.felix.scr 2.2.18 with org.apache.felix.configadmin 1.9.26 on org.apache.felix.main 7.0.5.
# Source: ConfigurableComponentHolder, checkFactoryPidIndex and getSingletonPidIndex ("already supplied as a singleton"); its configurationDeleted does not return to what was refused.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for artifact in felix:org.apache.felix.main:7.0.5 felix:org.apache.felix.configadmin:1.9.26 felix:org.apache.felix.scr:2.2.18; do
  mvn -B -q dependency:copy -Dartifact="org.apache.$artifact" -DoutputDirectory=jars
done
for artifact in service.component:1.5.1 util.function:1.2.0 util.promise:1.3.0; do
  mvn -B -q dependency:copy -Dartifact="org.osgi:org.osgi.$artifact" -DoutputDirectory=jars
done

mkdir -p classes content/OSGI-INF
cat >Channel.java <<'JAVA'
package demo;
public class Channel {
  private Object id;
  void activate(java.util.Map<String, Object> values) {
    id = values.get("id");
    System.out.println(id + " is active");
  }
  void deactivate() { System.out.println(id + " is not active"); }
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
Service-Component: OSGI-INF/channel.xml
MF
cat >Main.java <<'JAVA'
import java.io.File;
import java.util.Hashtable;
import java.util.Map;
import org.osgi.framework.Bundle;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;

public class Main {
  public static void main(String[] files) throws Exception {
    var framework =
        new org.apache.felix.framework.Felix(
            Map.of(
                "felix.log.level", "0", "ds.loglevel", "0",
                "org.osgi.framework.system.packages.extra",
                "org.osgi.service.cm;version=1.6.1,org.osgi.service.log;version=1.5"));
    framework.start();
    var context = framework.getBundleContext();
    for (String file : files) context.installBundle(new File(file).toURI().toString());
    for (Bundle bundle : context.getBundles()) bundle.start();
    var admin = context.getService(context.getServiceReference(ConfigurationAdmin.class));
    Configuration single = admin.getConfiguration("demo.channel", "?");
    update("the single one is made", single, "single");
    Configuration named = admin.getFactoryConfiguration("demo.channel", "b", "?");
    update("one with a name is made beside it", named, "named");
    System.out.println("- the single one is deleted");
    single.delete();
    Thread.sleep(1500);
    update("the one with a name is updated", named, "named");
    System.exit(0);
  }
  private static void update(String step, Configuration configuration, String id) throws Exception {
    System.out.println("- " + step);
    configuration.update(new Hashtable<>(Map.of("id", id)));
    Thread.sleep(1500);
  }
}
JAVA
javac -d content Channel.java
jar --create --file demo.jar --manifest manifest -C content .
javac -cp 'jars/*' -d classes Main.java
java -cp classes:jars/org.apache.felix.main-7.0.5.jar:jars/org.apache.felix.configadmin-1.9.26.jar Main jars/org.osgi.*.jar \
  jars/*configadmin*.jar jars/*scr*.jar demo.jar >said 2>errors || { cat said errors && exit 1; }
echo "org.apache.felix.scr 2.2.18; one would guess: once the single one is deleted, the one with a name is active; seen:"
cat said
[ "$(tr '\n' ';' <said)" = "- the single one is made;single is active;- one with a name is made beside it;- the single one is deleted;single is not active;- the one with a name is updated;named is active;" ]
