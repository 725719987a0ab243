import type { Capability } from '../../domain/access.ts'
import type { Actor } from '../../domain/actor.ts'

/** Whoever edits the site, with what they may. */
export interface Editor {
  may(capability: Capability): boolean
  /** By the role that lets them. */
  as(capability: Capability): Actor
}
