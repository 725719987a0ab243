import type { Role } from '../domain/access.ts'

export type Viewer = { kind: 'anonymous' } | SignedInViewer

export interface SignedInViewer {
  kind: 'user'
  uid: number
  roles: readonly Role[]
  sessionId: number
  csrfTokenHash: Buffer
  logoutTokenHash: Buffer
}

export const ANONYMOUS: Viewer = { kind: 'anonymous' }
