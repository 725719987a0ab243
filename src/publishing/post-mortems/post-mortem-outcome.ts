import type { PostMortemErrors } from '../../domain/post-mortem.ts'

export type PostMortemRefusal =
  | { kind: 'no-such-record' }
  | { kind: 'not-allowed' }
  | { kind: 'needs-approval' }
  | { kind: 'not-an-incident' }
  | { kind: 'not-published' }
  | { kind: 'not-closed' }
  | { kind: 'post-mortem-moved'; by: string | null; at: Date; version: number }
  | { kind: 'wrong-post-mortem'; errors: PostMortemErrors }
  | { kind: 'no-post-mortem' }
  | { kind: 'nothing-new' }
  | { kind: 'key-of-another-record'; recordId: number }
  | { kind: 'key-of-another-step' }
