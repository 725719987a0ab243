import type { DeedFacts } from '../../domain/newsroom/deed-words.ts'

export type TeamRefusal =
  | { kind: 'no-such-record' }
  | { kind: 'no-such-note' }
  | { kind: 'not-allowed' }
  | { kind: 'not-yours' }
  | { kind: 'removed' }
  | { kind: 'wrong'; errors: Readonly<Record<string, string>> }
  | { kind: 'closed' }
  | { kind: 'moved-on'; by: Pick<DeedFacts, 'by' | 'at'>; how: 'handed-over' | 'taken-over' | 'removed' }
