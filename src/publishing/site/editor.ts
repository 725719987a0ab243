import type { Capability } from '../../domain/access.ts'
import type { Actor } from '../../domain/actor.ts'
import type { CloudLimit } from '../../domain/newsroom/may-edit.ts'

export interface Editor {
  may(capability: Capability): boolean
  as(capability: Capability): Actor
  limit: CloudLimit
}
