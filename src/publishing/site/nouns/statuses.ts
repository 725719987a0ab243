import type { StatusRow, StatusValues } from '../../../contract/admin/site/statuses.ts'
import { readRows, type SiteTable } from '../../../db/site-editing/site-rows.ts'
import { usesOf } from '../../../db/site-editing/uses.ts'
import { slugOf } from '../../../domain/slug.ts'
import { BY_RETIRED_AT, type SiteNoun } from '../site-noun.ts'
import { oneLine } from '../typed-words.ts'
import { first, isTaken, KEBAB_CASE } from './checks.ts'

const table: SiteTable<'statuses'> = { name: 'statuses', key: 'id', order: ['position'] }

export const statuses: SiteNoun<StatusValues, StatusRow> = {
  entity: 'status',
  table,
  needs: () => 'edit-site',
  isPublic: true,
  read: async (db) =>
    (await readRows(db, table)).map(({ retired_at, ...row }) => ({
      ...row,
      is_retired: retired_at !== null,
      is_fixed: isFixedStatus(row.id),
    })),
  tidy: (typed) => ({
    ...typed,
    name: oneLine(typed.name),
    class: oneLine(typed.class) || slugOf(typed.name),
    icon: oneLine(typed.icon),
  }),
  check: async (values, { db, others, before }) => ({
    name: first(
      values.name === '' && 'Please give it a name.',
      before?.is_fixed === true &&
        values.name !== before.name &&
        `Pages and messages know it as ${before.name}.`,
      isTaken(others, (row) => row.name, values.name) && 'Another status has this name.',
    ),
    class: first(
      !KEBAB_CASE.test(values.class) && 'Please use lowercase letters, digits and - only.',
      before?.is_fixed === true &&
        values.class !== before.class &&
        'This class can’t change: rules depend on it.',
      isTaken(others, (row) => row.class, values.class) && 'Another status has this class.',
    ),
    icon: first(!KEBAB_CASE.test(values.icon) && 'Please use lowercase letters, digits and - only.'),
    is_closed: first(
      before?.is_fixed === true &&
        values.is_closed !== before.is_closed &&
        'Whether it closes a record can’t change: rules depend on it.',
      // A record would be closed without an end, or open with one, and no step leads out of that.
      before !== undefined &&
        values.is_closed !== before.is_closed &&
        (await usesOf(db, 'status', before.id)).length > 0 &&
        'It is in use, so whether it closes a record can’t change. Add another status instead.',
    ),
  }),
  toColumns: (values) => values,
  scopeOf: () => 'all',
  retiring: BY_RETIRED_AT,
  usedAs: 'status',
  neededBecause: ({ is_fixed, name }) =>
    is_fixed ? `${name} is one of the eight built-in statuses and can’t be removed.` : undefined,
}

const LAST_FIXED_STATUS = 8

/** Scheduled, In Progress, Monitoring, Completed, Resolved, Remediated, Postponed, Archived. */
function isFixedStatus(id: number): boolean {
  return id >= 1 && id <= LAST_FIXED_STATUS
}
