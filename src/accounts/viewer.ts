import type { OpenedBy, Role } from '../domain/access.ts'
import type { CloudLimit } from '../domain/newsroom/may-edit.ts'

export type Viewer = { kind: 'anonymous' } | SignedInViewer

export interface SignedInViewer {
  kind: 'user'
  uid: number
  roles: readonly Role[]
  limit: CloudLimit
  sessionId: number
  openedBy: OpenedBy
  csrfTokenHash: Buffer
  logoutTokenHash: Buffer
}

export const ANONYMOUS: Viewer = { kind: 'anonymous' }
