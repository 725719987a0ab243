import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { CSAF_FOLDER, recordOfFileName } from '../../../domain/csaf/advisory-name.ts'
import {
  CSAF_CHANGES_PATH,
  CSAF_FEED_PATH,
  CSAF_INDEX_PATH,
  CSAF_PROVIDER_PATH,
} from '../../../domain/machine-paths.ts'
import type { Edition } from '../../edition.ts'
import type {
  AddressAsked,
  DocumentFamily,
  DocumentRoute,
  DocumentView,
  WrittenDocument,
} from '../document.ts'
import { type Advisory, advisoriesOf, advisoryOf, inFolder } from './advisories-of.ts'
import { advisoryDocument, publisherOf } from './advisory-document.ts'

export const CSAF_PUBLIC_KEY_PATH = '/.well-known/csaf/openpgp/public_key.asc'

const JSON_TYPE = 'application/json; charset=utf-8'
const TEXT = 'text/plain; charset=utf-8'
const AnyObject = Type.Object({}, { additionalProperties: true })

export const csafFamily: DocumentFamily = {
  tag: 'Security advisories (CSAF)',
  routes: [
    one(CSAF_PROVIDER_PATH, {
      summary: 'Who publishes advisories here, and where',
      type: JSON_TYPE,
      answer: AnyObject,
      write: (view) => json(providerMetadata(view)),
    }),
    one(CSAF_FEED_PATH, {
      summary: 'All advisories as a ROLIE feed',
      type: JSON_TYPE,
      answer: AnyObject,
      write: (view) => json(rolieFeed(view)),
    }),
    one(CSAF_INDEX_PATH, {
      summary: 'The files of all advisories, one per line',
      type: TEXT,
      write: ({ edition }) => lines(advisoriesOf(edition).map(inFolder).sort()),
    }),
    one(CSAF_CHANGES_PATH, {
      summary: 'The files of all advisories with their last change, newest first',
      type: 'text/csv; charset=utf-8',
      write: ({ edition }) =>
        lines(advisoriesOf(edition).map((each) => `"${inFolder(each)}","${each.updated.toISOString()}"`)),
    }),
    one(CSAF_PUBLIC_KEY_PATH, {
      summary: 'The OpenPGP key that advisories are signed with, if there is one',
      type: 'application/pgp-keys',
      isOfSigner: true,
      write: ({ signer }) => ({ body: signer?.publicKey ?? '' }),
    }),
    ofAdvisory('', {
      summary: 'A security advisory in CSAF 2.0',
      type: JSON_TYPE,
      answer: AnyObject,
      write: (view, advisory) => json(advisoryDocument(view, advisory)),
    }),
    ofAdvisory('.sha256', { summary: 'SHA-256 of an advisory', type: TEXT, write: digest('sha256') }),
    ofAdvisory('.sha512', { summary: 'SHA-512 of an advisory', type: TEXT, write: digest('sha512') }),
    ofAdvisory('.asc', {
      summary: 'OpenPGP signature of an advisory, if the site has a key',
      type: 'application/pgp-signature',
      isOfSigner: true,
      write: (view, advisory) => ({
        ...json(advisoryDocument(view, advisory)),
        signedAt: advisory.updated,
      }),
    }),
  ],
}

type Described = Pick<DocumentRoute, 'summary' | 'type' | 'answer'> & { isOfSigner?: true }

function one(
  path: string,
  { write, isOfSigner, ...described }: Described & { write: (view: DocumentView) => WrittenDocument },
): DocumentRoute {
  return {
    path,
    ...described,
    find: () => ({ address: path, ...(isOfSigner && { isOfSigner }), write }),
    addresses: () => [path],
  }
}

function ofAdvisory(
  ending: string,
  {
    write,
    isOfSigner,
    ...described
  }: Described & { write: (view: DocumentView, advisory: Advisory) => WrittenDocument },
): DocumentRoute {
  return {
    path: `/csaf/white/:year/:file.json${ending}`,
    ...described,
    find: (edition, { year, file }: AddressAsked) => {
      const id = recordOfFileName(file ?? '')
      const advisory = id === undefined ? undefined : advisoryOf(edition.records.byId.get(id))
      if (advisory === undefined || inFolder(advisory) !== `${year}/${file}.json`) return undefined
      return {
        address: `${advisory.path}${ending}`,
        record: advisory.record.id,
        ...(isOfSigner && { isOfSigner }),
        write: (view) => write(view, advisory),
      }
    },
    addresses: (edition) => advisoriesOf(edition).map(({ path }) => `${path}${ending}`),
  }
}

function digest(algorithm: 'sha256' | 'sha512') {
  return (view: DocumentView, advisory: Advisory): WrittenDocument => {
    const { body } = json(advisoryDocument(view, advisory))
    const hex = createHash(algorithm).update(body).digest('hex')
    return lines([`${hex}  ${advisory.path.split('/').at(-1)}`])
  }
}

function json(value: unknown): WrittenDocument {
  return { body: `${JSON.stringify(value, null, 2)}\n` }
}

function lines(of: readonly string[]): WrittenDocument {
  return { body: of.map((line) => `${line}\n`).join('') }
}

function providerMetadata({ edition, publicUrl, signer }: DocumentView) {
  return {
    canonical_url: `${publicUrl}${CSAF_PROVIDER_PATH}`,
    distributions: [
      { directory_url: `${publicUrl}${CSAF_FOLDER}/` },
      {
        rolie: {
          feeds: [
            {
              summary: 'All security advisories',
              tlp_label: 'WHITE',
              url: `${publicUrl}${CSAF_FEED_PATH}`,
            },
          ],
        },
      },
    ],
    last_updated: lastChange(edition).toISOString(),
    list_on_CSAF_aggregators: true,
    metadata_version: '2.0',
    mirror_on_CSAF_aggregators: true,
    ...(signer !== undefined && {
      public_openpgp_keys: [{ fingerprint: signer.fingerprint, url: `${publicUrl}${CSAF_PUBLIC_KEY_PATH}` }],
    }),
    publisher: publisherOf({ edition, publicUrl }),
    // A trusted provider must sign everything.
    role: signer === undefined ? 'csaf_provider' : 'csaf_trusted_provider',
  }
}

/**
 * Not the time of the edition: unrelated changes would make all clients fetch the advisories again. A
 * withdrawal counts: clients that look only for a newer time would keep a withdrawn advisory.
 */
function lastChange(edition: Edition): Date {
  const [newest] = advisoriesOf(edition)
  const withdrawn = [...edition.records.notes.values()].filter(({ kind }) => kind === 'advisory')
  const times = [
    ...(newest === undefined ? [] : [newest.updated]),
    ...withdrawn.map((each) => each.withdrawn_on),
  ]
  return times.length === 0 ? edition.publishedAt : new Date(Math.max(...times.map((time) => time.getTime())))
}

/** RFC 8322. */
function rolieFeed(view: DocumentView) {
  const { edition, publicUrl } = view
  const advisories = advisoriesOf(edition)
  return {
    feed: {
      id: 'csaf-feed-tlp-white',
      title: `Security advisories of ${edition.site.provider.name.trim() || 'the provider'} (TLP:WHITE)`,
      link: [{ rel: 'self', href: `${publicUrl}${CSAF_FEED_PATH}` }],
      category: [{ scheme: 'urn:ietf:params:rolie:category:information-type', term: 'csaf' }],
      updated: lastChange(edition).toISOString(),
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
