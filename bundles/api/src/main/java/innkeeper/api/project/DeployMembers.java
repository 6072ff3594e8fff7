package innkeeper.api.project;

import innkeeper.api.project.ObjectForm.Parts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The members of {@code deploy}. */
final class DeployMembers implements Parts<EngineDeployment> {

  /** The form of Docker's {@code --constraint}. */
  private static final Pattern CONSTRAINT =
      Pattern.compile("^[A-Za-z0-9_./-]+ *[=!]= *[A-Za-z0-9_./:-]+$");

  private static final Pattern IMAGE = Pattern.compile("^[A-Za-z0-9_][A-Za-z0-9_./:@-]{0,254}$");

  static final Member<Long> REPLICAS =
      new Member<>("replicas", new Forms.Whole(1, 10_000, false), 1L)
          .means("The number of copies that the engine runs.", "2")
          .writtenIfDefault();
  static final Member<List<String>> CONSTRAINTS =
      new Member<>(
              "constraints",
              new ListForms.Texts(
                  "array of texts", Optional.of(CONSTRAINT), "texts such as node.labels.disk==ssd"),
              List.<String>of())
          .means(
              "The nodes that may run it, in the form of Docker's `--constraint`; all must hold.",
              "[\"node.labels.disk==ssd\"]")
          .writtenIfDefault();
  static final Member<String> IMAGE_NAME =
      new Member<>(
              "image",
              new Forms.Text("text", IMAGE, "an image's name such as registry.example/api:1.2"),
              "")
          .means(
              "The image of its container, with Innkeeper and the program in it.",
              "\"registry.example/api:1.2\"")
          .writtenIfDefault();

  static final ObjectForm<EngineDeployment> FORM =
      new ObjectForm<>(
          "an object of replicas, constraints, image",
          List.of(REPLICAS, CONSTRAINTS, IMAGE_NAME),
          new DeployMembers());

  @Override
  public EngineDeployment made(
      MemberReader in, String name, Map<?, ?> object, MemberValues values) {
    return new EngineDeployment(
        values.get(REPLICAS).intValue(),
        values.get(CONSTRAINTS),
        Optional.of(values.get(IMAGE_NAME)).filter(image -> !image.isEmpty()));
  }

  @Override
  public MemberValues split(EngineDeployment deploy) {
    return new MemberValues()
        .put(REPLICAS, (long) deploy.replicas())
        .put(CONSTRAINTS, deploy.constraints())
        .put(IMAGE_NAME, deploy.image().orElse(""));
  }
}
