import type { ListMessageRow, ListMessageValues } from '../../../contract/admin/site/list-messages.ts'
import { readRows, type SiteTable } from '../../../db/site-editing/site-rows.ts'
import { plainText } from '../../../domain/plain-text.ts'
import {
  capabilityForMessage,
  isListOfCloud,
  listOfMessage,
  slugOfMessage,
} from '../../../domain/site-editing/list-message.ts'
import { wrongImages } from '../../images/wrong-images.ts'
import { sanitizeHtml } from '../../sanitize-html.ts'
import type { SiteNoun } from '../site-noun.ts'
import { storable } from '../typed-words.ts'
import { first, isCloud, NO_SUCH_CLOUD } from './checks.ts'

const table: SiteTable<'pages'> = { name: 'pages', key: 'id', order: ['slug'] }

/** L-12 */
export const listMessages: SiteNoun<ListMessageValues, ListMessageRow> = {
  entity: 'list-message',
  table,
  needs: ({ list }) => capabilityForMessage(list),
  isPublic: true,
  read: async (db) =>
    (await readRows(db, table)).flatMap(({ id, version, slug, cloud_id, body, updated_at }) => {
      const list = listOfMessage(slug)
      return list === undefined
        ? []
        : [{ id, version, list, cloud_id, body, updated_at: updated_at.toISOString() }]
    }),
  tidy: (typed) => ({ ...typed, body: shown(sanitizeHtml(storable(typed.body))) }),
  check: async ({ list, cloud_id, body }, { db, others }) => ({
    body: await wrongImages(db, body),
    cloud_id: first(
      !(await isCloud(db, cloud_id)) && NO_SUCH_CLOUD,
      cloud_id !== null && !isListOfCloud(list) && 'This list is the same on every cloud.',
      others.some((other) => other.list === list && other.cloud_id === cloud_id) &&
        (cloud_id === null
          ? 'This list already has a message for every cloud.'
          : 'This list already has a message for this cloud.'),
    ),
  }),
  toColumns: ({ list, cloud_id, body }, { now }) => ({
    slug: slugOfMessage(list),
    cloud_id,
    // Readers never see it, but a page requires one.
    title: 'Message above a list',
    body,
    updated_at: now,
  }),
}

/** Editors leave an empty paragraph behind, which would show as an empty box. */
function shown(html: string): string {
  const hasWords = plainText(html).trim() !== ''
  return hasWords || html.includes('<img') ? html : ''
}
