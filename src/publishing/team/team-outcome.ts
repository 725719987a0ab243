import type { DeedFacts } from '../../domain/newsroom/deed-words.ts'

export type TeamRefusal =
  | { kind: 'no-such-record' }
  | { kind: 'no-such-note' }
  | { kind: 'not-allowed' }
  /** Only authors change and remove their notes. */
  | { kind: 'not-yours' }
  | { kind: 'removed' }
  | { kind: 'wrong'; errors: Readonly<Record<string, string>> }
  /** The record is closed, so there is nothing to hand over. */
  | { kind: 'closed' }
  /** Someone else wrote another handover meanwhile, or took over. */
  | { kind: 'moved-on'; by: Pick<DeedFacts, 'by' | 'at'>; how: 'handed-over' | 'taken-over' | 'removed' }
