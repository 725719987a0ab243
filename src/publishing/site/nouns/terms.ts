import type { TermRow, TermValues } from '../../../contract/admin/site/terms.ts'
import { readRows, type SiteTable } from '../../../db/site-editing/site-rows.ts'
import { capabilityToEdit } from '../../../domain/access.ts'
import { BY_RETIRED_AT, type SiteNoun } from '../site-noun.ts'
import { oneLine } from '../typed-words.ts'
import { first, isTaken } from './checks.ts'

const table: SiteTable<'notification_terms'> = {
  name: 'notification_terms',
  key: 'tid',
  order: ['notification_type', 'position'],
}

export const terms: SiteNoun<TermValues, TermRow> = {
  entity: 'term',
  table,
  needs: ({ notification_type }) =>
    capabilityToEdit({ kind: 'notification', notificationType: notification_type }),
  // Only subscribers see them, read from the database.
  isPublic: false,
  read: async (db) =>
    (await readRows(db, table)).map(({ tid: id, retired_at, ...row }) => ({
      ...row,
      id,
      is_retired: retired_at !== null,
    })),
  tidy: (typed) => ({ ...typed, group_name: oneLine(typed.group_name), name: oneLine(typed.name) }),
  check: ({ notification_type, group_name, name }, { others, before }) => ({
    name: first(
      name === '' && 'Please give it a name.',
      isTaken(
        others.filter((other) => other.notification_type === notification_type),
        (row) => row.name,
        name,
      ) && 'Another category of these notifications has this name.',
    ),
    group_name: first(group_name === '' && 'Please enter its heading.'),
    // Its subscribers want only these notifications.
    notification_type: first(
      before !== undefined &&
        before.notification_type !== notification_type &&
        'A category can’t move to another type of notification.',
    ),
  }),
  toColumns: (values) => values,
  scopeOf: ({ notification_type }) => notification_type,
  retiring: BY_RETIRED_AT,
  usedAs: 'term',
}
