import type { Transaction } from 'kysely'
import { insertAudit } from '../../../db/audit.ts'
import type { DB } from '../../../db/database.ts'
import { type EditionChange, nothingMore, raiseEdition } from '../../../db/edition.ts'
import type { Actor } from '../../../domain/actor.ts'

export interface SiteChange {
  now: Date
  actor: Actor
  action: 'create' | 'change' | 'remove' | 'retire' | 'restore' | 'order'
  entity: string
  entityId: number | string
  before: object | null
  after: object | null
  shows: EditionChange | undefined
}

/** Z-06: the last step of every change. Writes the audit entry, then the edition, whose row others wait for. */
export async function recordChange(trx: Transaction<DB>, { now, shows, ...change }: SiteChange) {
  const { before, after } = change
  const isBoth = before !== null && after !== null
  await insertAudit(trx, {
    ...change,
    at: now,
    before: isBoth ? differing(before, after) : shown(before),
    after: isBoth ? differing(after, before) : shown(after),
  })
  if (shows !== undefined) await raiseEdition(trx, { at: now, changes: shows }, nothingMore)
}

export function isSame(before: object, after: object): boolean {
  return Object.keys(differing(before, after)).length === 0
}

type Fields = Record<string, unknown>

function differing(of: object, from: object): Fields {
  const other = from as Fields
  return Object.fromEntries(
    Object.entries(shown(of) ?? {}).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(other[field]),
    ),
  )
}

/** The entry has the ID; versions and times follow from the change. */
function shown(row: object | null): Fields | null {
  if (row === null) return null
  const { id: _id, version: _version, updated_at: _at, ...fields } = row as Fields
  return fields
}
