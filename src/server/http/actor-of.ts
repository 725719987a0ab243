import type { FastifyRequest } from 'fastify'
import type { SignedInViewer } from '../../accounts/viewer.ts'
import { type Capability, can } from '../../domain/access.ts'
import type { Actor } from '../../domain/actor.ts'

/** Whoever acts, by the role that lets them: what is kept of it names no address. */
export function actorOf(
  { uid, roles }: SignedInViewer,
  { capability, request }: { capability: Capability; request: FastifyRequest },
): Actor {
  const name = roles.find((role) => can([role], capability)) ?? 'staff'
  return { name, userId: uid, requestId: request.id }
}
