import type { ProductRow, ProductValues } from '../../../contract/admin/site/products.ts'
import { readRows, type SiteTable } from '../../../db/site-editing/site-rows.ts'
import { BY_RETIRED_AT, type SiteNoun } from '../site-noun.ts'
import { oneLine } from '../typed-words.ts'
import { first, isTaken, WORD } from './checks.ts'

const table: SiteTable<'products'> = { name: 'products', key: 'id', order: ['position'] }

export const products: SiteNoun<ProductValues, ProductRow> = {
  entity: 'product',
  table,
  needs: () => 'edit-site',
  isPublic: true,
  read: async (db) =>
    (await readRows(db, table)).map(({ retired_at, ...row }) => ({
      ...row,
      is_retired: retired_at !== null,
    })),
  tidy: ({ machine_name, title }) => ({ machine_name: oneLine(machine_name), title: oneLine(title) }),
  check: ({ machine_name, title }, { others }) => ({
    title: first(
      title === '' && 'Please give it a name.',
      isTaken(others, (row) => row.title, title) && 'Another product has this name.',
    ),
    machine_name: first(
      !WORD.test(machine_name) && 'Please use lowercase letters, digits and _ only.',
      isTaken(others, (row) => row.machine_name, machine_name) && 'Another product has this machine name.',
    ),
  }),
  toColumns: (values) => values,
  scopeOf: () => 'all',
  retiring: BY_RETIRED_AT,
  usedAs: 'product',
}
