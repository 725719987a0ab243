import type { CloudBannerRow, CloudBannerValues } from '../../../contract/admin/site/cloud-banners.ts'
import { readRows, type SiteTable } from '../../../db/site-editing/site-rows.ts'
import type { SiteNoun } from '../site-noun.ts'
import { oneLine, severalLines } from '../typed-words.ts'
import { first, isCloud, NO_SUCH_CLOUD } from './checks.ts'

const table: SiteTable<'cloud_banners'> = { name: 'cloud_banners', key: 'cloud_id', order: [] }

export const cloudBanners: SiteNoun<CloudBannerValues, CloudBannerRow> = {
  entity: 'cloud-banner',
  table,
  needs: () => 'edit-site',
  isPublic: true,
  read: async (db) => (await readRows(db, table)).map((row) => ({ ...row, id: row.cloud_id })),
  tidy: (typed) => ({
    ...typed,
    title: oneLine(typed.title),
    description: severalLines(typed.description),
  }),
  check: async ({ cloud_id, title }, { db, others, before }) => ({
    title: first(title === '' && 'Please give it a title.'),
    cloud_id: first(
      !(await isCloud(db, cloud_id)) && NO_SUCH_CLOUD,
      before !== undefined && before.cloud_id !== cloud_id && 'Its cloud can’t change.',
      others.some((other) => other.cloud_id === cloud_id) && 'This cloud already has a heading.',
    ),
  }),
  toColumns: (values) => values,
}
