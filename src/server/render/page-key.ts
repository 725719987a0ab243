import { cloudOfPath } from '../../domain/select-cloud.ts'
import { LAST_ID } from '../../domain/whole-number.ts'
import type { Edition } from '../../edition/edition.ts'
import type { Derivation } from '../../edition/observe.ts'
import { findPlace } from '../../edition/place-history.ts'
import { withdrawalNote } from '../../edition/record-shelf.ts'
import { pathTarget } from '../../web/server-entry.tsx'
import { canonicalAddress, hasManyFilters } from '../answers/canonical-address.ts'

interface AddressAsked {
  key: string
  address: string
}

/** Called before queuing, so it must not render. */
export function addressAsked(
  edition: Edition,
  { path, query, now }: { path: string; query: URLSearchParams; now: Date },
): AddressAsked {
  const missing = missingAt(edition, path)
  const address = missing === undefined ? canonicalAddress(edition, { path, query, now }) : path
  return { key: missing ?? address, address }
}

export function addressDerivation(path: string, query: URLSearchParams): Derivation<AddressAsked> {
  return ({ edition }, now) => {
    const asked = addressAsked(edition, { path, query, now })
    return { value: asked, digest: asked.key }
  }
}

function missingAt({ site, records }: Edition, path: string): string | undefined {
  const target = pathTarget(site, path)
  if (target.kind === 'place') {
    const cloud = cloudOfPath(site.clouds, path)
    const isKnown = cloud !== undefined && findPlace(cloud, target.place, target.name) !== undefined
    return isKnown ? undefined : keyOfMissing(404, target.missingKey)
  }
  if (target.kind === 'page') return undefined
  if (target.kind === 'record') {
    const record = records.byId.get(target.id)
    const isNotification = target.section === 'notification'
    if (record !== undefined && (record.kind === 'notification') === isNotification) return undefined
    if (withdrawalNote(records, target.id, { isNotification }) !== undefined) return undefined
  }
  return keyOfMissing(404, target.missingKey)
}

export function pathOfMissing(edition: Edition, key: string): string | undefined {
  const [, domain, section] = MISSING_KEY.exec(key) ?? []
  if (domain === undefined) return undefined
  const path = `${domain === '' ? '' : `/${domain}`}${section === undefined ? '/404/404/404' : `/${section}/${LAST_ID}`}`
  return missingAt(edition, path) === key ? path : undefined
}

const MISSING_KEY = /^404 (\S*)(?: (\S+))?$/

function keyOfMissing(status: number, missingKey: string) {
  return `${status} ${missingKey}`
}

/**
 * Failures are not cached, nor is anything for a single reader: search terms, the previous page, a link from
 * an email, a selection of services, a combination of filters.
 */
export function keyOfPage(
  page: { status: number; missingKey: string | undefined },
  address: string,
): string | undefined {
  const { searchParams } = new URL(address, 'https://site.invalid')
  const isOfOneReader =
    hasManyFilters(address) ||
    ['search', 'address', 'origin', 'token', 'mine', 'record'].some((name) => searchParams.has(name))
  if (page.missingKey !== undefined) return keyOfMissing(page.status, page.missingKey)
  return isOfOneReader || page.status >= 500 ? undefined : address
}
