import type { Role } from '../domain/access.ts'

/** Who asks. */
export type Viewer = { kind: 'anonymous' } | { kind: 'user'; uid: number; roles: readonly Role[] }

export const ANONYMOUS: Viewer = { kind: 'anonymous' }
