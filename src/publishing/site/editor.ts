import type { Capability } from '../../domain/access.ts'
import type { Actor } from '../../domain/actor.ts'

export interface Editor {
  may(capability: Capability): boolean
  /** With the role that permits it. */
  as(capability: Capability): Actor
}
