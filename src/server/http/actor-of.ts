import type { FastifyRequest } from 'fastify'
import type { SignedInViewer } from '../../accounts/viewer.ts'
import { type Capability, can } from '../../domain/access.ts'
import type { Actor } from '../../domain/actor.ts'

/** The actor, named by the role that permits the action, so that the audit log contains no email address. */
export function actorOf(
  { uid, roles }: SignedInViewer,
  { capability, request }: { capability: Capability; request: FastifyRequest },
): Actor {
  const name = roles.find((role) => can([role], capability)) ?? 'staff'
  return { name, userId: uid, requestId: request.id }
}
