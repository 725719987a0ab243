import type { SeverityRow, SeverityValues } from '../../../contract/admin/site/severities.ts'
import { readRows, type SiteTable } from '../../../db/site-editing/site-rows.ts'
import { SEVERITY } from '../../../domain/record.ts'
import { BY_RETIRED_AT, type SiteNoun } from '../site-noun.ts'
import { oneLine } from '../typed-words.ts'
import { first, isTaken, KEBAB_CASE } from './checks.ts'

/** Fixed by the specification. Pages, mails and rules know them by number and name. */
const FIXED_SEVERITIES: ReadonlySet<number> = new Set(Object.values(SEVERITY))

const table: SiteTable<'severities'> = { name: 'severities', key: 'tid', order: ['rank'] }

export const severities: SiteNoun<SeverityValues, SeverityRow> = {
  entity: 'severity',
  table,
  needs: () => 'edit-site',
  isPublic: true,
  read: async (db) =>
    (await readRows(db, table))
      .map(({ tid: id, retired_at, ...row }) => ({
        ...row,
        id,
        is_retired: retired_at !== null,
        is_fixed: FIXED_SEVERITIES.has(id),
      }))
      .reverse(),
  tidy: (typed) => ({
    ...typed,
    name: oneLine(typed.name),
    color_code: oneLine(typed.color_code).toLowerCase(),
    status_icon: oneLine(typed.status_icon),
  }),
  check: ({ name, color_code, status_icon, rank }, { others, before }) => ({
    name: first(
      name === '' && 'Please give it a name.',
      before?.is_fixed === true && name !== before.name && `Pages and messages know it as ${before.name}.`,
      isTaken(others, (row) => row.name, name) && 'Another severity has this name.',
    ),
    color_code: first(
      !/^#[0-9a-f]{6}$/.test(color_code) && 'Please enter a color as #rrggbb, such as #b3261e.',
    ),
    status_icon: first(!KEBAB_CASE.test(status_icon) && 'Please use lowercase letters, digits and - only.'),
    rank: first(
      before?.is_fixed === true && rank !== before.rank && `Subscribers rely on its rank, ${before.rank}.`,
    ),
  }),
  toColumns: (values) => values,
  retiring: BY_RETIRED_AT,
  usedAs: 'severity',
  neededBecause: ({ is_fixed, name }) =>
    is_fixed ? `${name} is one of the six built-in severities and can’t be removed.` : undefined,
}
