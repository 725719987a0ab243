import type { Use } from '../../../contract/admin/site/removal.ts'

export type Refusal =
  | { kind: 'not-found' }
  | { kind: 'not-allowed' }
  | { kind: 'conflict' }
  | { kind: 'wrong'; errors: Record<string, string> }

export type SaveOutcome<Row> = { kind: 'saved'; row: Row } | Refusal

export type RemoveOutcome<Row> =
  | { kind: 'removed'; row: Row }
  | { kind: 'in-use'; message: string; uses: Use[]; can_retire: boolean }
  | { kind: 'needed'; message: string }
  | Refusal

export type OrderOutcome = { kind: 'ordered' } | Refusal
