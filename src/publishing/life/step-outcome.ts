import type { Deed } from '../../db/record-deeds.ts'
import type { RecordKind } from '../../domain/record.ts'

export type StepOutcome =
  /** Also for a retry with the same key, which does nothing twice. */
  { kind: 'done'; edition: number; publicationId: number } | StepRefusal

export type StepRefusal =
  | { kind: 'no-such-record' }
  | { kind: 'not-allowed' }
  | { kind: 'needs-approval' }
  | { kind: 'conflict' }
  /** It was published again since the author saw it. */
  | { kind: 'moved'; deeds: Deed[]; recordKind: RecordKind }
  | { kind: 'not-published' }
  | { kind: 'not-a-maintenance' }
  | { kind: 'nothing-said' }
  | { kind: 'unfilled'; name: string }
  | { kind: 'wrong-images'; sentence: string }
  | { kind: 'key-of-another-record'; recordId: number }
  | { kind: 'key-of-another-step' }
  | { kind: 'already-closed' }
  | { kind: 'not-closed' }
  | { kind: 'already-begun' }
  | { kind: 'not-begun' }
  | { kind: 'no-such-update' }
  | { kind: 'no-such-severity' }
  | { kind: 'no-such-status' }
  | { kind: 'no-status-of-class'; class: string }
  | { kind: 'wrong-time'; field: TimeField; why: WrongTime }
  | { kind: 'wrong-places'; errors: Partial<Record<'services' | 'data_centers' | 'place_states', string>> }
  /** Every service and data center would be removed, and the record would be about the whole cloud. */
  | { kind: 'no-place-left' }
  /** An update from before the newest one, a newer change or the end can't change what is true now. */
  | { kind: 'changes-of-the-past'; fields: string[] }

type TimeField = 'closed_on' | 'next_update' | 'from_time' | 'to_time' | 'posted_on'
export type WrongTime =
  | 'before-it-began'
  | 'in-the-future'
  | 'in-the-past'
  | 'end-before-start'
  | 'missing'
  | 'out-of-order'
