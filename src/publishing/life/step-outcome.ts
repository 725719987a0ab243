/** What becomes of a step in the life of a published record. */
export type StepOutcome =
  /** Also for a retry with the same key, which does nothing twice. */
  { kind: 'done'; edition: number; publicationId: number } | StepRefusal

export type StepRefusal =
  | { kind: 'no-such-record' }
  | { kind: 'not-allowed' }
  /** Somebody else changed the record since. */
  | { kind: 'conflict' }
  | { kind: 'not-published' }
  | { kind: 'not-a-maintenance' }
  /** Nothing is left of the words without what may not stand. */
  | { kind: 'nothing-said' }
  | { kind: 'key-of-another-record'; recordId: number }
  /** The first time it published something else. */
  | { kind: 'key-of-another-step' }
  | { kind: 'already-closed' }
  | { kind: 'not-closed' }
  | { kind: 'already-begun' }
  | { kind: 'not-begun' }
  | { kind: 'no-such-update' }
  | { kind: 'no-such-severity' }
  /** Unknown, or no longer offered. */
  | { kind: 'no-such-status' }
  /** None of this class is left on the site. */
  | { kind: 'no-status-of-class'; class: string }
  | { kind: 'wrong-time'; field: TimeField; why: WrongTime }

type TimeField = 'closed_on' | 'next_update' | 'from_time' | 'to_time'
export type WrongTime = 'before-it-began' | 'in-the-future' | 'in-the-past' | 'end-before-start' | 'missing'
