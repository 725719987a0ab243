import type { Use } from '../../../contract/admin/site/removal.ts'
import type { Errors } from '../site-noun.ts'

export type SiteRefusal =
  | { kind: 'not-found' }
  | { kind: 'not-allowed'; message?: string }
  | { kind: 'conflict' }
  | { kind: 'wrong'; errors: Record<string, string> }

export type SaveOutcome<Row> = { kind: 'saved'; row: Row } | SiteRefusal

export type RemoveOutcome<Row> =
  | { kind: 'removed'; row: Row }
  | { kind: 'in-use'; message: string; uses: Use[]; can_retire: boolean }
  | { kind: 'needed'; message: string }
  | SiteRefusal

export type OrderOutcome = { kind: 'ordered' } | SiteRefusal

export function named(errors: Errors): Record<string, string> | undefined {
  const wrong = Object.entries(errors).filter((error): error is [string, string] => error[1] !== undefined)
  return wrong.length === 0 ? undefined : Object.fromEntries(wrong)
}
