import type { Capability } from '../../domain/access.ts'
import type { Actor } from '../../domain/actor.ts'
import type { CloudLimit } from '../../domain/newsroom/may-edit.ts'

export interface Editor {
  may(capability: Capability): boolean
  /** With the role that permits it. */
  as(capability: Capability): Actor
  /** The clouds that their rights on records are limited to. */
  limit: CloudLimit
}
