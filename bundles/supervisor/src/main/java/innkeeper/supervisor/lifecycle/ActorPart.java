package innkeeper.supervisor.lifecycle;

import innkeeper.supervisor.queue.SerialQueue;

/** A part of a project's actor. Used on the project's queue only. */
abstract class ActorPart {

  final SupervisorContext context;
  final SerialQueue queue;
  final ProjectActor actor;
  final ProjectRuntime runtime;

  ActorPart(ProjectActor actor) {
    this.context = actor.context();
    this.queue = actor.queue();
    this.actor = actor;
    this.runtime = actor.runtime();
  }
}
