import type { FastifyRequest } from 'fastify'
import type { SignedInViewer } from '../../../../accounts/viewer.ts'
import { can } from '../../../../domain/access.ts'
import type { Editor } from '../../../../publishing/site/editor.ts'
import { actorOf } from '../../../http/actor-of.ts'

export function editorOf({ viewer, request }: { viewer: SignedInViewer; request: FastifyRequest }): Editor {
  return {
    may: (capability) => can(viewer.roles, capability),
    as: (capability) => actorOf(viewer, { capability, request }),
    limit: viewer.limit,
  }
}
