import type { SiteBannerRow, SiteBannerValues } from '../../../contract/admin/site/site-banners.ts'
import { readRows, type SiteTable } from '../../../db/site-editing/site-rows.ts'
import { timeOf } from '../../../domain/newsroom/tidy-content.ts'
import type { SiteNoun } from '../site-noun.ts'
import { oneLine, oneLineOrNull } from '../typed-words.ts'
import { isLink } from './addresses.ts'
import { first, isCloud, NO_SUCH_CLOUD } from './checks.ts'

const table: SiteTable<'site_banners'> = { name: 'site_banners', key: 'id', order: [] }

export const siteBanners: SiteNoun<SiteBannerValues, SiteBannerRow> = {
  entity: 'banner',
  table,
  needs: () => 'edit-site',
  isPublic: true,
  read: async (db) =>
    (await readRows(db, table))
      .map(({ updated_at: _, ...row }) => ({
        ...row,
        starts_at: row.starts_at?.toISOString() ?? null,
        ends_at: row.ends_at?.toISOString() ?? null,
      }))
      .reverse(),
  tidy: (typed) => ({
    ...typed,
    text: oneLine(typed.text),
    link_url: oneLineOrNull(typed.link_url),
    link_text: oneLineOrNull(typed.link_text),
    starts_at: tidyTime(typed.starts_at),
    ends_at: tidyTime(typed.ends_at),
  }),
  check: async ({ cloud_id, text, link_url, link_text, starts_at, ends_at }, { db }) => ({
    text: first(text === '' && 'Please enter a text.'),
    cloud_id: first(!(await isCloud(db, cloud_id)) && NO_SUCH_CLOUD),
    link_url: first(
      link_url === null && link_text !== null && 'Please say where the link leads.',
      link_url !== null && !isLink(link_url) && 'Please enter a path of this site or an https address.',
    ),
    link_text: first(link_text === null && link_url !== null && 'Please enter the link text.'),
    starts_at: first(isNoTime(starts_at) && NO_TIME),
    ends_at: first(
      isNoTime(ends_at) && NO_TIME,
      starts_at !== null && ends_at !== null && ends_at <= starts_at && 'It must end after it begins.',
    ),
  }),
  toColumns: (values, { now }) => ({ ...values, updated_at: now }),
}

const NO_TIME = 'Not a valid time.'

function tidyTime(typed: string | null): string | null {
  return typed === null || typed === '' ? null : (timeOf(typed) ?? typed)
}

function isNoTime(time: string | null) {
  return time !== null && timeOf(time) === undefined
}
