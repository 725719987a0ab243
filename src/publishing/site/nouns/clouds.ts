import type { CloudRow, CloudValues } from '../../../contract/admin/site/clouds.ts'
import { readRows, type SiteTable } from '../../../db/site-editing/site-rows.ts'
import { BY_RETIRED_AT, type SiteNoun } from '../site-noun.ts'
import { oneLine } from '../typed-words.ts'
import { isHostName, isPagePath } from './addresses.ts'
import { first, isTaken, WORD } from './checks.ts'
import { products } from './products.ts'

const table: SiteTable<'clouds'> = { name: 'clouds', key: 'id', order: ['position'] }

const FILES_OF_THE_SITE: readonly string[] = ['robots.txt', 'sitemap.xml', 'site.webmanifest', 'favicon.ico']
/** The menu's name for the route of all other clouds. */
const NAME_OF_ALL_OTHERS = 'commercial'

export const clouds: SiteNoun<CloudValues, CloudRow> = {
  entity: 'cloud',
  table,
  needs: () => 'edit-site',
  isPublic: true,
  read: async (db) =>
    (await readRows(db, table)).map(({ retired_at, maintenance_tid: _m, advisory_tid: _a, ...row }) => ({
      ...row,
      is_retired: retired_at !== null,
    })),
  tidy: (typed) => ({
    ...typed,
    title: oneLine(typed.title),
    machine_name: oneLine(typed.machine_name),
    domain: oneLine(typed.domain).toLowerCase(),
    default_page: oneLine(typed.default_page),
  }),
  check: async ({ product_id, title, machine_name, domain, default_page }, { db, others, before }) => {
    const product = (await products.read(db)).find(({ id }) => id === product_id)
    return {
      title: first(
        title === '' && 'Please give it a name.',
        isTaken(others, (row) => row.title, title) && 'Another cloud has this name.',
      ),
      machine_name: first(
        !WORD.test(machine_name) && 'Please use lowercase letters, digits and _ only.',
        machine_name === NAME_OF_ALL_OTHERS && 'This name means all other clouds. Please choose another.',
        isTaken(others, (row) => row.machine_name, machine_name) && 'Another cloud has this machine name.',
      ),
      domain: first(
        !isHostName(domain) && 'Please enter a domain, such as cloud.example.com.',
        FILES_OF_THE_SITE.includes(domain) &&
          'The site has a file of this name. Please choose another domain.',
        isTaken(others, (row) => row.domain, domain) && 'Another cloud has this domain.',
      ),
      default_page: first(
        !isPagePath(default_page) && 'Please enter a path of the menu, such as /cloud-status.',
      ),
      product_id: first(
        product === undefined && 'There is no such product.',
        product?.is_retired === true &&
          before?.product_id !== product_id &&
          'This product is retired. Please choose another.',
      ),
    }
  },
  toColumns: (values) => values,
  scopeOf: () => 'all',
  retiring: BY_RETIRED_AT,
  usedAs: 'cloud',
  // A product as a limit means its clouds. With another cloud in it, people would extend their own limit.
  closedToLimited: ({ before, after }) =>
    before.product_id === after.product_id
      ? undefined
      : 'Your rights are limited to some clouds, so you can’t move a cloud to another product.',
}
