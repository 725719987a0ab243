import { formatTime, knownTimeZone, UTC } from '../format-time.ts'
import { incidentEnd } from '../incident-end.ts'
import type { NotificationType } from '../notification-type.ts'
import { placeStateWords } from '../place-states.ts'
import { POST_MORTEM_ANCHOR } from '../post-mortem.ts'
import { type ChangeLine, changeWords } from '../record-changes.ts'
import { messageTexts, PAGE_TEXTS } from '../record-fields.ts'
import { inARow, wholeCloudInWords } from '../verdict.ts'
import type { Because } from './because.ts'
import type { MessagePlace, PlannedWindow, Publication, PublicationStep } from './publication.ts'

export function publicationSubject(
  publication: Publication,
  because: Because | null,
  zone: string = UTC,
): string {
  if (publication.step === 'post_mortem') return postMortemSubject(publication)
  const parts =
    publication.kind === 'notification'
      ? [newsOf(publication)]
      : [cloudWords(publication, because), stateWords(publication)]
  return [...parts, titleWords(publication, zone)].filter((part) => part !== '').join(': ')
}

/**
 * The same at every step: mail programs group mails only while the subject stays the same. Maintenance that
 * won't take place as announced has a subject of its own, for readers who see only that. So does a
 * post-mortem, because people look for it by its name.
 */
export function threadSubject(publication: Publication, because: Because | null, zone: string = UTC): string {
  const { kind, notificationType } = publication
  if (publication.step === 'post_mortem') return postMortemSubject(publication)
  const parts =
    kind === 'notification'
      ? [newsOf({ kind, notificationType, step: 'opened' })]
      : [cloudWords(publication, because), calledOffWords(publication) ?? THREAD_WORDS[kind]]
  return [...parts, titleWords(publication, zone)].filter((part) => part !== '').join(': ')
}

function postMortemSubject({ content }: Publication): string {
  return `Post-mortem: ${content.title}`
}

const THREAD_WORDS: Record<Exclude<Publication['kind'], 'notification'>, string> = {
  incident: 'Incident',
  maintenance: 'Maintenance',
  advisory: 'Security Advisory',
}

/** The status of such work would be Archived or, with a new window, Scheduled. */
function calledOffWords({ kind, step }: Publication): string | undefined {
  const isCalledOff = kind === 'maintenance' && (step === 'postponed' || step === 'cancelled')
  return isCalledOff ? NEWS.maintenance[step] : undefined
}

function titleWords(publication: Publication, zone: string): string {
  const { title } = publication.content
  const window = calledOffWords(publication) === undefined ? undefined : windowBefore(publication)
  const words = window === undefined ? '' : windowWords(window, zone)
  return words === '' ? title : `${title} (was ${words})`
}

/** Undefined if the maintenance still has the window it had. */
function windowBefore({ step, content }: Publication): PlannedWindow | undefined {
  const { from_time, to_time, closed_on, is_put_off, window_before: before } = content
  // Without a new window, the record keeps the one that it had.
  if (
    is_put_off ||
    step === 'cancelled' ||
    (step === 'postponed' && before === undefined && closed_on !== null)
  )
    return before ?? { from_time, to_time }
  if (before === undefined) return undefined
  const isSame = before.from_time === from_time && before.to_time === to_time
  return isSame && step !== 'postponed' ? undefined : before
}

export function windowWords({ from_time, to_time }: PlannedWindow, zone: string = UTC): string {
  if (from_time === null) return ''
  const shortly = (time: string) =>
    timeIn(zone, time)
      .replace(/^\w+, /, '')
      .replace(/(\d\d:\d\d):\d\d/, '$1')
  const from = shortly(from_time)
  if (to_time === null) return from
  const to = shortly(to_time)
  const [day = '', zoneName = ''] = [/^\d+ \w+ \d+ /.exec(from)?.[0], /\S+$/.exec(from)?.[0]]
  const start = to.endsWith(zoneName) ? from.replace(/\s\S+$/, '') : from
  return `${start} to ${to.startsWith(day) ? to.slice(day.length) : to}`
}

function stateWords(publication: Publication): string {
  const { kind, content } = publication
  const { severity, status } = content
  switch (kind) {
    case 'incident':
      return `${severity}, ${status}`
    case 'maintenance':
      return calledOffWords(publication) ?? `Maintenance, ${status}`
    case 'advisory':
      return `Security Advisory, ${status}`
    case 'notification':
      return ''
  }
}

/** Severity and status, next to words that already name the kind. */
export function statusInWords(publication: Publication): string {
  const { kind, content } = publication
  if (kind === 'notification') return ''
  return kind === 'incident' ? stateWords(publication) : content.status
}

export function headline(publication: Publication, because: Because | null): string {
  const clouds = publication.kind === 'notification' ? '' : cloudWords(publication, because)
  const isLater = (publication.content.post_mortem?.updated_on ?? null) !== null
  const news = isLater ? 'Post-mortem updated' : newsOf(publication)
  if (publication.step === 'post_mortem') return clouds === '' ? news : `${news}: ${clouds}`
  return clouds === '' ? news : `${news} on ${clouds}`
}

export function newsOf({
  kind,
  step,
  notificationType,
}: Pick<Publication, 'kind' | 'step' | 'notificationType'>): string {
  if (kind === 'notification') {
    const type = NOTIFICATION_WORDS[notificationType ?? 'url_change_notification']
    return step === 'opened' ? type : `${type}, ${NOTIFICATION_STEPS[step]}`
  }
  return NEWS[kind][step]
}

const NOTIFICATION_WORDS: Record<NotificationType, string> = {
  url_change_notification: 'URL Category Change',
  cloud_app: 'Cloud App Notification',
  advisories: 'Advisory Notification',
  sub_processor: 'Sub-processor Notification',
}
const NOTIFICATION_STEPS: Record<PublicationStep, string> = {
  opened: 'new',
  scheduled: 'new',
  updated: 'updated',
  started: 'updated',
  corrected: 'corrected',
  resolved: 'closed',
  completed: 'closed',
  reminded: 'reminder',
  postponed: 'postponed',
  cancelled: 'canceled',
  post_mortem: 'post-mortem',
}
const NEWS: Record<Exclude<Publication['kind'], 'notification'>, Record<PublicationStep, string>> = {
  incident: {
    opened: 'New incident',
    scheduled: 'New incident',
    updated: 'Incident update',
    started: 'Incident update',
    corrected: 'Incident corrected',
    resolved: 'Incident resolved',
    completed: 'Incident resolved',
    reminded: 'Incident update',
    postponed: 'Incident update',
    cancelled: 'Incident update',
    post_mortem: 'Post-mortem',
  },
  maintenance: {
    opened: 'Maintenance planned',
    scheduled: 'Maintenance planned',
    updated: 'Maintenance update',
    started: 'Maintenance started',
    corrected: 'Maintenance corrected',
    resolved: 'Maintenance completed',
    completed: 'Maintenance completed',
    reminded: 'Maintenance starting soon',
    postponed: 'Maintenance postponed',
    cancelled: 'Maintenance canceled',
    post_mortem: 'Post-mortem',
  },
  advisory: {
    opened: 'New security advisory',
    scheduled: 'New security advisory',
    updated: 'Security advisory updated',
    started: 'Security advisory updated',
    corrected: 'Security advisory corrected',
    resolved: 'Security advisory closed',
    completed: 'Security advisory closed',
    reminded: 'Security advisory updated',
    postponed: 'Security advisory updated',
    cancelled: 'Security advisory updated',
    post_mortem: 'Post-mortem',
  },
}

export function cloudWords({ content: { clouds } }: Publication, because: Because | null): string {
  const first = clouds.find(({ id }) => id === because?.cloudId) ?? clouds[0]
  const [second, ...others] = clouds.filter((cloud) => cloud !== first)
  if (first === undefined) return ''
  if (second === undefined) return first.domain
  return `${first.domain} and ${others.length === 0 ? second.domain : `${others.length + 1} more`}`
}

export interface Fact {
  label: string
  value: string
}

export function publicationFacts(publication: Publication, zone: string): Fact[] {
  const { kind, content } = publication
  return [
    listed(
      'Cloud',
      content.clouds.map(({ domain }) => domain),
    ),
    isAboutWholeCloud(publication) ? wholeCloudFact(content.clouds) : undefined,
    listed(
      'Service',
      content.services.map((place) => placeWords(publication, place)),
    ),
    listed(
      'Data center',
      content.data_centers.map((place) => placeWords(publication, place)),
    ),
    kind === 'notification'
      ? listed(
          'Categor',
          content.terms.map(({ name }) => name),
          ['y', 'ies'],
        )
      : undefined,
    ...(content.changes ?? []).map(changeFact),
    ...timesOf(publication, zone),
  ].filter((fact) => fact !== undefined)
}

function placeWords({ kind, content }: Publication, { name, severity_tid, severity }: MessagePlace): string {
  if (severity_tid === undefined || severity === undefined || content.closed_on !== null) return name
  return `${name} (${placeStateWords(kind, severity_tid, severity)})`
}

function changeFact(line: ChangeLine): Fact | undefined {
  const { kind, services = [], datacenters = [], severity } = line
  const places = (label: string) =>
    listed(
      label,
      [...services, ...datacenters].map(({ name }) => name),
      ['', ''],
    )
  switch (kind) {
    case 'added':
      return places('Newly affected')
    case 'no_longer_affected':
      return places('No longer affected')
    case 'narrowed':
      return places('Now limited to')
    case 'severity':
      return severity?.from ? { label: 'Severity before', value: severity.from.name } : undefined
    case 'place_severity':
      return { label: 'Changed', value: changeWords(line) }
    case 'recovered':
      return places('Recovered')
    case 'finished':
      return places('Finished')
    case 'resumed':
      return places('Under maintenance again')
    case 'whole_cloud':
    case 'update_removed':
    case 'post_mortem':
      return undefined
  }
}

export function labeledTexts({ step, content }: Publication): { label: string; text: string }[] {
  // A post-mortem has its own words about the impact, and a workaround no longer matters.
  if (step === 'post_mortem') return []
  return messageTexts().flatMap((name) => {
    const text = content[name] ?? ''
    return text === '' ? [] : [{ label: PAGE_TEXTS[name].label, text }]
  })
}

/** S-03: an incident or maintenance without services and data centers affects everything on its clouds. */
export function isAboutWholeCloud({ kind, content }: Pick<Publication, 'kind' | 'content'>): boolean {
  const isAboutPlaces = kind === 'incident' || kind === 'maintenance'
  const { clouds, services, data_centers } = content
  return isAboutPlaces && clouds.length > 0 && services.length === 0 && data_centers.length === 0
}

function timesOf(publication: Publication, zone: string): (Fact | undefined)[] {
  const { kind, content } = publication
  const at = (label: string, time: string | null) =>
    time === null ? undefined : { label, value: timeIn(zone, time) }
  const { from_time, to_time, closed_on, next_update, posted_on, update } = content
  const next = closed_on === null ? at('Next update', next_update) : undefined
  const updated = update === null ? undefined : at('Updated', update.posted_on)
  switch (kind) {
    case 'incident':
      return [
        at('Began', from_time),
        at('Ended', incidentEnd({ to: to_time, closed: closed_on })),
        updated,
        next,
      ]
    case 'maintenance': {
      const before = windowBefore(publication)
      const was = before === undefined ? '' : windowWords(before, zone)
      const isOther = before === undefined || before.from_time !== from_time || before.to_time !== to_time
      const isPlanned = isOther && !content.is_put_off
      return [
        was === '' ? undefined : { label: 'Was planned for', value: was },
        ...(isPlanned ? [at('Planned from', from_time), at('Planned until', to_time)] : []),
        updated,
        next,
      ]
    }
    case 'advisory':
    case 'notification':
      return [at('Posted', posted_on), updated, next]
  }
}

/** L-11, with a non-breaking space before the zone, so that it doesn't wrap alone. */
export function timeIn(zone: string, time: string): string {
  return formatTime(new Date(time), knownTimeZone(zone) ?? UTC).replace(/ (?=\S+$)/, '\u00a0')
}

/** More names don't help readers; the post lists them all. */
const NAMED_AT_MOST = 12

function listed(
  noun: string,
  names: readonly string[],
  [one, many]: readonly [string, string] = ['', 's'],
): Fact | undefined {
  // A service exists once per cloud, under the same name.
  const distinct = [...new Set(names)]
  if (distinct.length === 0) return undefined
  const more = distinct.length - NAMED_AT_MOST
  const named = distinct.slice(0, NAMED_AT_MOST).join(', ')
  return {
    label: noun + (distinct.length === 1 ? one : many),
    value: more > 0 ? `${named} and ${more} more` : named,
  }
}

function wholeCloudFact(clouds: Publication['content']['clouds']): Fact {
  const named = clouds.slice(0, NAMED_AT_MOST).map(({ title }) => title)
  const more = clouds.length - named.length
  return {
    label: 'Affected',
    value: wholeCloudInWords(inARow(more > 0 ? [...named, `${more} more`] : named)),
  }
}

export function publicationPath(
  {
    kind,
    recordId,
    step,
    content: { clouds },
  }: Pick<Publication, 'kind' | 'recordId'> & {
    step?: PublicationStep
    content: Pick<Publication['content'], 'clouds'>
  },
  because: Because | null,
) {
  const cloud = clouds.find(({ id }) => id === because?.cloudId) ?? clouds[0]
  const anchor = step === 'post_mortem' ? `#${POST_MORTEM_ANCHOR}` : ''
  const path = kind === 'notification' ? `/notification/${recordId}` : `/posts/${recordId}${anchor}`
  return cloud === undefined || kind === 'notification' ? path : `/${cloud.domain}${path}`
}
