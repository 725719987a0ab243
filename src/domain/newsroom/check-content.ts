import { factsOf } from '../csaf/advisory-facts.ts'
import { checkAdvisory } from '../csaf/check-advisory.ts'
import { cvssMetrics, NO_CVSS_VECTOR } from '../csaf/cvss-metrics.ts'
import { wrongImageTags } from '../images/image-tag.ts'
import { parseUrl } from '../parse-url.ts'
import { wrongStates } from '../place-states.ts'
import { sitePath } from '../site-path.ts'
import { MINUTE_MS } from '../time.ts'
import { cloudOfServices, dataCenterTids, type KnownThings, termTids } from './known-things.ts'
import { INTERNAL_LINKS, type InternalContent, type RecordContent } from './record-content.ts'
import { type ContentErrors, tidyContent } from './tidy-content.ts'

/** The clock that a start comes from may be this fast. Publishing then takes its own time instead. */
const START_AHEAD_MS = 5 * MINUTE_MS

/**
 * A sentence by field. `publishedAt` is when readers get it; absent if that is not known yet. `isByClock`: no
 * one is there to see that readers don't find it.
 */
export function checkContent(
  typed: RecordContent,
  known: KnownThings,
  { publishedAt, isByClock = false }: { publishedAt?: Date | undefined; isByClock?: boolean } = {},
): ContentErrors {
  const { content, errors } = tidyContent(typed)
  const wrong: Record<string, string | undefined> = {
    ...textErrors(content),
    ...statusErrors(content, known),
    ...(isByClock && retiredClouds(content, known)),
    ...referenceErrors(content, known),
    ...timeErrors(content, known, publishedAt),
    ...vulnerabilityErrors(content),
    ...advisoryErrors(content),
    ...linkErrors(content),
    ...errors,
  }
  return Object.fromEntries(Object.entries(wrong).filter(([, sentence]) => sentence !== undefined))
}

function textErrors({ title, body, kind, notification_type }: RecordContent): ContentErrors {
  const imagesSentence = wrongImageTags(body)
  return {
    ...(imagesSentence !== undefined && { body: imagesSentence }),
    ...(title.trim() === '' && { title: 'Please give it a title.' }),
    ...(kind === 'notification' &&
      notification_type === null && { notification_type: 'Please choose what kind of notification it is.' }),
  }
}

function statusErrors(content: RecordContent, { severities, statuses }: KnownThings): ContentErrors {
  const status = statuses.find(({ id }) => id === content.status_id)
  const isKnown = severities.some(({ tid }) => tid === content.severity_tid)
  const goesOn = status !== undefined && !status.is_closed
  return {
    ...(status === undefined && { status_id: 'Please choose a status.' }),
    ...(!isKnown && { severity_tid: 'Please choose a severity.' }),
    ...(goesOn &&
      content.closed_on !== null && {
        closed_on: 'It has an end, but its status says it is ongoing. Change one of them.',
      }),
  }
}

function referenceErrors(content: RecordContent, known: KnownThings): ContentErrors {
  const clouds = new Set(known.clouds.map(({ id }) => id))
  const centers = dataCenterTids(known)
  const needsCloud = content.kind !== 'notification'
  return {
    ...(needsCloud && content.clouds.length === 0 && { clouds: 'Please choose at least one cloud.' }),
    ...(content.clouds.some((id) => !clouds.has(id)) && {
      clouds: 'One of these clouds no longer exists.',
    }),
    ...servicesOf(content, known),
    ...(content.data_centers.some((tid) => !centers.has(tid)) && {
      data_centers: 'One of these data centers no longer exists.',
    }),
    ...statesOf(content, known),
    ...termsOf(content, known),
  }
}

/** Without a cloud that has pages, messages would link to nothing. A notification has a page of its own. */
function retiredClouds({ kind, clouds }: RecordContent, known: KnownThings): ContentErrors {
  const retired = new Set(known.clouds.filter(({ is_retired }) => is_retired).map(({ id }) => id))
  const areAllRetired = clouds.length > 0 && clouds.every((id) => retired.has(id))
  return kind !== 'notification' && areAllRetired
    ? { clouds: 'All of its clouds were retired. Choose another one.' }
    : {}
}

function statesOf(content: RecordContent, { statuses }: KnownThings): ContentErrors {
  const isClosed = statuses.find(({ id }) => id === content.status_id)?.is_closed === true
  const sentence = wrongStates(content.place_states ?? [], { ...content, isClosed })
  return sentence === undefined ? {} : { place_states: sentence }
}

function servicesOf({ services, clouds, kind }: RecordContent, known: KnownThings): ContentErrors {
  const cloudOf = cloudOfServices(known)
  if (services.some((tid) => !cloudOf.has(tid)))
    return { services: 'One of these services no longer exists.' }
  const isElsewhere = services.some((tid) => !clouds.includes(cloudOf.get(tid) ?? 0))
  return isElsewhere && kind !== 'notification'
    ? { services: 'One of these services belongs to a cloud that is not chosen.' }
    : {}
}

function termsOf({ kind, notification_type, terms }: RecordContent, known: KnownThings): ContentErrors {
  if (kind !== 'notification') return terms.length > 0 ? { terms: 'Only notifications have categories.' } : {}
  const ofType = termTids(known, notification_type)
  if (terms.length === 0) return { terms: 'Please choose at least one category: it decides who is notified.' }
  return terms.some((tid) => !ofType.has(tid))
    ? { terms: 'One of these categories belongs to another kind of notification or no longer exists.' }
    : {}
}

function timeErrors(
  content: RecordContent,
  { statuses }: KnownThings,
  publishedAt: Date | undefined,
): ContentErrors {
  const { kind, from_time, to_time, actual_from_time, actual_to_time, closed_on } = content
  const isClosed = statuses.find(({ id }) => id === content.status_id)?.is_closed === true
  // Postponed work needs no new window yet.
  const needsWindow = kind === 'maintenance' && !isClosed
  return {
    ...(needsWindow && from_time === null && { from_time: 'Please enter when the window starts.' }),
    ...(needsWindow && to_time === null && { to_time: 'Please enter when the window ends.' }),
    ...(kind === 'incident' &&
      publishedAt !== undefined &&
      isBefore(new Date(publishedAt.getTime() + START_AHEAD_MS).toISOString(), from_time) && {
        from_time: 'An incident can’t start after it is published.',
      }),
    ...(isBefore(to_time, from_time) && { to_time: 'It ends before it starts.' }),
    ...(isBefore(actual_to_time, actual_from_time) && { actual_to_time: 'It ends before it starts.' }),
    ...(kind === 'incident' &&
      isBefore(closed_on, from_time) && { closed_on: 'It is closed before it starts.' }),
    ...(kind === 'incident' &&
      publishedAt !== undefined &&
      isBefore(publishedAt.toISOString(), closed_on) && {
        closed_on: 'The closing time can’t be in the future.',
      }),
  }
}

function isBefore(a: string | null, b: string | null) {
  return a !== null && b !== null && a < b
}

export const CVE_ID = /^CVE-\d{4}-\d{4,}$/

function vulnerabilityErrors({ cve_ids, cvss_vector }: RecordContent): ContentErrors {
  const odd = cve_ids.find((id) => !CVE_ID.test(id))
  return {
    ...(odd !== undefined && {
      cve_ids: `${odd === '' ? 'An empty line' : odd} is not a valid CVE id such as CVE-2026-12345.`,
    }),
    ...(cvss_vector !== null &&
      cvssMetrics(cvss_vector) === undefined && {
        cvss_vector: NO_CVSS_VECTOR,
      }),
  }
}

function advisoryErrors({ advisory }: RecordContent): ContentErrors {
  const { remediations, references } = checkAdvisory(factsOf(advisory))
  return {
    ...(remediations !== undefined && { 'advisory.remediations': remediations }),
    ...(references !== undefined && { 'advisory.references': references }),
  }
}

function linkErrors({ redirect, internal }: RecordContent): ContentErrors {
  const isSafe = redirect === null || sitePath(redirect) !== undefined || isAddress(redirect, ['https:'])
  return {
    ...(!isSafe && { redirect: 'Please enter a path on this site such as /faq, or an https address.' }),
    ...internalLinksOf(internal),
  }
}

function internalLinksOf(internal: InternalContent): ContentErrors {
  const wrong = INTERNAL_LINKS.filter((name) => {
    const link = internal[name] ?? null
    return link !== null && !isAddress(link, ['https:', 'http:'])
  })
  return Object.fromEntries(
    wrong.map((name) => [`internal.${name}`, 'Please enter a full address starting with https://.']),
  )
}

function isAddress(written: string, protocols: readonly string[]) {
  return /^https?:\/\//.test(written) && protocols.includes(parseUrl(written)?.protocol ?? '')
}
