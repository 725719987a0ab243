import { CSAF_FEED_PATH } from '../../../domain/machine-paths.ts'
import type { DocumentView } from '../document.ts'
import { type Advisory, advisoriesOf } from './advisories-of.ts'

/** All advisories as a ROLIE feed (RFC 8322), the newest change first. */
export function rolieFeed(view: DocumentView) {
  const { edition, publicUrl } = view
  const advisories = advisoriesOf(edition)
  return {
    feed: {
      id: 'csaf-feed-tlp-white',
      title: `Security advisories of ${edition.site.provider.name.trim() || 'the provider'} (TLP:WHITE)`,
      link: [{ rel: 'self', href: `${publicUrl}${CSAF_FEED_PATH}` }],
      category: [{ scheme: 'urn:ietf:params:rolie:category:information-type', term: 'csaf' }],
      updated: (advisories[0]?.updated ?? edition.publishedAt).toISOString(),
      entry: advisories.map((advisory) => entryOf(view, advisory)),
    },
  }
}

function entryOf(
  { publicUrl, signer }: DocumentView,
  { record, trackingId, path, released, updated }: Advisory,
) {
  const url = `${publicUrl}${path}`
  const summary = record.summary.trim()
  return {
    id: trackingId,
    title: record.title.trim() || trackingId,
    link: [
      { rel: 'self', href: url },
      { rel: 'hash', href: `${url}.sha256` },
      { rel: 'hash', href: `${url}.sha512` },
      ...(signer === undefined ? [] : [{ rel: 'signature', href: `${url}.asc` }]),
    ],
    published: released.toISOString(),
    updated: updated.toISOString(),
    ...(summary !== '' && { summary: { content: summary } }),
    content: { type: 'application/json', src: url },
    format: { schema: 'https://docs.oasis-open.org/csaf/csaf/v2.0/csaf_json_schema.json', version: '2.0' },
  }
}
