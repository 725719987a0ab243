import type { PostMortemErrors } from '../../domain/post-mortem.ts'

export type PostMortemRefusal =
  | { kind: 'no-such-record' }
  | { kind: 'not-allowed' }
  | { kind: 'needs-approval' }
  /** Only incidents have post-mortems. */
  | { kind: 'not-an-incident' }
  | { kind: 'not-published' }
  /** The incident is still open, or was reopened. */
  | { kind: 'not-closed' }
  /** Someone else changed it since the author saw it. */
  | { kind: 'post-mortem-moved'; by: string | null; at: Date; version: number }
  | { kind: 'wrong-post-mortem'; errors: PostMortemErrors }
  | { kind: 'no-post-mortem' }
  | { kind: 'nothing-new' }
  | { kind: 'key-of-another-record'; recordId: number }
  | { kind: 'key-of-another-step' }
