import type { RecordChangeLine } from '../../contract/records.ts'
import type { ChosenPlaces } from '../../domain/chosen-places.ts'
import { escapeAttribute, escapeText } from '../../domain/escape-html.ts'
import type { FeedName } from '../../domain/feed-name.ts'
import { formatTime } from '../../domain/format-time.ts'
import { inEdition } from '../../domain/log/past-address.ts'
import { postMortemHtml } from '../../domain/notifying/post-mortem-blocks.ts'
import { newsOf } from '../../domain/notifying/publication-words.ts'
import { POST_MORTEM_ANCHOR, wholePostMortem } from '../../domain/post-mortem.ts'
import { stateBefore } from '../../domain/record-changes.ts'
import { recordStory } from '../../domain/record-story.ts'
import { historyLines } from '../answers/history-lines.ts'
import { type Edition, type SiteCloud, statusName } from '../edition.ts'
import type { EditionRecord } from '../edition-record.ts'
import { helpOnCloud, recordWithHelp } from '../help-on-cloud.ts'
import { recordsAt } from '../place-records.ts'
import { affectedInWords, stateNow } from '../record-reach.ts'
import { notificationsOfType, recordsOfCloud } from '../record-shelf.ts'
import { editNews, postingOf, type StatePart, stateParts } from './edit-news.ts'
import { postAddress } from './post-address.ts'

const ENTRIES_AT_MOST = 50

export interface FeedEntry {
  /** Feed readers identify an entry by this path, so it contains only numbers: a record may be added to more clouds. */
  path: string
  url: string
  title: string
  html: string
  publishedAt: Date
  updatedAt: Date
}

export type FeedSubject =
  | { kind: 'list'; feed: FeedName; cloud: SiteCloud | undefined }
  | { kind: 'places'; places: ChosenPlaces; cloud: SiteCloud }
  | { kind: 'post'; post: EditionRecord; cloud: SiteCloud }

interface FeedWish {
  subject: FeedSubject
  publicUrl: string
  isGovDeployment: boolean
  /** One entry per update, for feed readers that repost an entry whenever it changes. */
  isPerUpdate: boolean
  hasVersions: boolean
}

export function feedEntries(edition: Edition, wish: FeedWish): FeedEntry[] {
  const records = recordsOfFeed(edition, wish.subject)
  const help = helpOnCloud(edition, wish.subject.cloud, wish.isGovDeployment)
  const entries = wish.isPerUpdate
    ? newestOf(records, ENTRIES_AT_MOST, (record) => lastWordOn(edition, record))
        .flatMap((record) => updateEntries(edition, recordWithHelp(record, help), wish))
        .sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime())
        .slice(0, ENTRIES_AT_MOST)
    : newestOf(records.map(newestIn), ENTRIES_AT_MOST, postedAt).map((record) =>
        recordEntry(edition, recordWithHelp(record, help), wish),
      )
  return entries.map((entry) => ({ ...entry, html: withWholeAddresses(entry.html, wish.publicUrl) }))
}

/** Feeds are read on other sites, where our paths lead nowhere. The sanitizer writes double quotes. */
function withWholeAddresses(html: string, publicUrl: string): string {
  return html.replace(/(<[a-z][^<>]* (?:href|src)=")(?=\/(?!\/))/g, `$1${escapeAttribute(publicUrl)}`)
}

/**
 * One list per cloud, so a record may occur in several. Notifications are for every cloud, except those about cloud
 * apps.
 */
function recordsOfFeed({ records, site }: Edition, subject: FeedSubject) {
  if (subject.kind === 'places') return recordsAt(records, subject.cloud, subject)
  if (subject.kind === 'post') return [[subject.post]]
  const { feed, cloud } = subject
  const { kind, notificationType } = feed
  if (notificationType === undefined) {
    const clouds = cloud === undefined ? site.clouds : [cloud]
    return clouds.map(({ id }) => recordsOfCloud(records, kind, id))
  }
  const isHere = (record: EditionRecord) =>
    cloud === undefined || notificationType !== 'cloud_app' || record.clouds.includes(cloud.id)
  return [notificationsOfType(records, notificationType).filter(isHere)]
}

function postedAt(record: EditionRecord): number {
  return postingOf(record).getTime()
}

/** Most lists are the same in the next edition, and a long history has thousands of records in each. */
function newestIn(list: readonly EditionRecord[]): readonly EditionRecord[] {
  const known = newest.get(list) ?? newestOf([list], ENTRIES_AT_MOST, postedAt)
  newest.set(list, known)
  return known
}

const newest = new WeakMap<readonly EditionRecord[], readonly EditionRecord[]>()

function lastWordOn({ site }: Edition, record: EditionRecord): number {
  const last = Math.max(
    postingOf(record).getTime(),
    record.updates.at(-1)?.posted_on.getTime() ?? 0,
    record.postMortem?.published_on.getTime() ?? 0,
  )
  // Runs for every record of a long history, so it looks for edits only if there were any since.
  if (record.updated_on.getTime() <= last) return last
  const edits = [...editNews(site, record).map(({ at }) => at), ...record.changes.map((each) => each.made_on)]
  return Math.max(last, ...edits.filter(isRecentEdit).map((at) => at.getTime()))
}

function recordEntry(edition: Edition, record: EditionRecord, wish: FeedWish): FeedEntry {
  const { cloud } = wish.subject
  const { lead, body } = recordStory(record)
  const affected = affectedInWords(record, cloud === undefined ? edition.site.clouds : [cloud])
  const lines = historyLines(edition.site, record, cloud)
  const url = postAddress(edition, record, { cloud, publicUrl: wish.publicUrl })
  return {
    path: pathOf(record),
    url,
    title: record.title,
    html: [
      // An entry per update is about the opening, and must not follow what happened later.
      wish.isPerUpdate ? '' : stateHtml(stateParts(edition.site, record, cloud)),
      lead === '' ? '' : `<p>${escapeText(lead)}</p>`,
      body,
      affected === '' ? '' : `<p>Affected: ${escapeText(affected)}</p>`,
      ...(record.postMortem === null ? [] : ['<h2>Post-mortem</h2>', postMortemWords(record.postMortem)]),
      ...historyHtml(edition, record, lines),
      wish.isPerUpdate ? '' : versionHtml(record.toldIn, url, wish),
    ]
      .filter((part) => part !== '')
      .join('\n'),
    publishedAt: postingOf(record),
    updatedAt: record.updated_on,
  }
}

function stateHtml(parts: readonly StatePart[]): string {
  const told = parts.filter(({ words }) => words !== '')
  if (told.length === 0) return ''
  const words = told.map(({ words, at }) => escapeText(words) + (at === undefined ? '' : ` ${timeHtml(at)}`))
  return `<p>${words.join(' · ')}</p>`
}

/** The post may have changed by the time the entry is read. */
function versionHtml(toldIn: number | null | undefined, url: string, { hasVersions }: FeedWish): string {
  if (toldIn == null || !hasVersions) return ''
  const address = escapeAttribute(inEdition(url, { edition: toldIn, at: undefined }))
  return `<p><a href="${address}">See the version that this is about</a></p>`
}

function updateEntries(edition: Edition, record: EditionRecord, wish: FeedWish): FeedEntry[] {
  const { cloud } = wish.subject
  const url = postAddress(edition, record, { cloud, publicUrl: wish.publicUrl })
  const lines = historyLines(edition.site, record, cloud)
  const opening = recordEntry(edition, atOpening(record), wish)
  const updates = record.updates.map((update) => ({
    path: `${pathOf(record)}/updates/${update.id}`,
    url: `${url}#update-${update.id}`,
    title: `${statusName(edition.site, update.status_id)}: ${record.title}`,
    html: [
      updateHtml(edition, update, carriedBy(update, lines)),
      versionHtml(update.told_in, `${url}#update-${update.id}`, wish),
    ]
      .filter((part) => part !== '')
      .join('\n'),
    publishedAt: update.posted_on,
    updatedAt: update.posted_on,
  }))
  const postMortems = (record.postMortem === null ? [] : [record.postMortem]).map((postMortem) => ({
    path: `${pathOf(record)}/${POST_MORTEM_ANCHOR}`,
    url: `${url}#${POST_MORTEM_ANCHOR}`,
    title: `Post-mortem: ${record.title}`,
    html: postMortemWords(postMortem),
    publishedAt: postMortem.published_on,
    updatedAt: postMortem.updated_on ?? postMortem.published_on,
  }))
  return [
    ...postMortems,
    ...editEntries(edition, record, wish),
    ...updates.reverse(),
    { ...opening, updatedAt: opening.publishedAt },
  ]
}

/**
 * Earlier releases had no entries for edits. With one for each edit of the past, feed readers would get dozens at once
 * after the upgrade.
 */
const EDITS_SINCE = new Date('2026-11-20T00:00:00Z')

function isRecentEdit(at: Date): boolean {
  return at >= EDITS_SINCE
}

function editEntries(edition: Edition, record: EditionRecord, wish: FeedWish): FeedEntry[] {
  const { site } = edition
  const { cloud } = wish.subject
  const url = postAddress(edition, record, { cloud, publicUrl: wish.publicUrl })
  const entry = (key: string, words: string, at: Date, html: string): FeedEntry => ({
    path: `${pathOf(record)}/${key}`,
    // In RSS, the address is the id of entries from before 2027.
    url: `${url}#${key.replace('/', '-')}`,
    title: `${words}: ${record.title}`,
    html,
    publishedAt: at,
    updatedAt: at,
  })
  const recent = editNews(site, record).filter(({ at }) => isRecentEdit(at))
  const news = recent.map(({ key, at, words, isCurrent }) => {
    const now = isCurrent ? `\n${stateHtml(stateParts(site, record, cloud))}` : ''
    return entry(key, words, at, stateHtml([{ words, at }]) + now)
  })
  const ids = new Set(record.updates.map(({ id }) => id))
  const alone = record.changes.filter(
    ({ update_id, made_on }) => (update_id === null || !ids.has(update_id)) && isRecentEdit(made_on),
  )
  const changes = alone.flatMap((change) => {
    const lines = historyLines(site, { kind: record.kind, changes: [change], removedUpdates: [] }, cloud)
    const words = newsOf({ kind: record.kind, step: 'updated', notificationType: record.notification_type })
    return lines.length === 0
      ? []
      : [entry(`changes/${change.id}`, words, change.made_on, lines.map(lineHtml).join('\n'))]
  })
  return [...news, ...changes]
}

function atOpening(record: EditionRecord): EditionRecord {
  const { severityTid, services, dataCenters, placeStates } = record.changes.reduceRight(
    stateBefore,
    stateNow(record),
  )
  return {
    ...record,
    severity_tid: severityTid,
    services,
    dataCenters,
    placeStates: placeStates.map((state) => ({ ...state, record_id: record.id })),
    closed_on: null,
    updates: [],
    changes: [],
    removedUpdates: [],
    postMortem: null,
  }
}

function postMortemWords({ content }: NonNullable<EditionRecord['postMortem']>): string {
  return postMortemHtml(wholePostMortem(content))
}

type Update = EditionRecord['updates'][number]

function historyHtml(
  edition: Edition,
  { updates }: EditionRecord,
  lines: readonly RecordChangeLine[],
): string[] {
  const ids = new Set(updates.map(({ id }) => id))
  const alone = lines.filter(({ update_id }) => update_id === null || !ids.has(update_id))
  return [
    ...alone.map((line) => ({ at: Date.parse(line.at), html: lineHtml(line) })),
    ...updates.map((update) => ({
      at: update.posted_on.getTime(),
      html: updateHtml(edition, update, carriedBy(update, lines)),
    })),
  ]
    .reverse()
    .sort((a, b) => b.at - a.at)
    .map(({ html }) => html)
}

function carriedBy({ id }: Update, lines: readonly RecordChangeLine[]) {
  return lines.filter(({ update_id }) => update_id === id)
}

function lineHtml({ at, text }: RecordChangeLine) {
  return `<p>${escapeText(text)} · ${timeHtml(new Date(at))}</p>`
}

function updateHtml(edition: Edition, update: Update, changes: readonly RecordChangeLine[]) {
  const status = `<p><strong>${escapeText(statusName(edition.site, update.status_id))}</strong> · ${timeHtml(update.posted_on)}</p>`
  return [status, ...changes.map(({ text }) => `<p>${escapeText(text)}</p>`), update.body].join('\n')
}

function timeHtml(time: Date) {
  return `<time datetime="${time.toISOString()}">${formatTime(time)}</time>`
}

function pathOf(record: EditionRecord) {
  return `/posts/${record.id}`
}

/** Newest first, each once. One pass that holds only `count` of them. */
export function newestOf<T>(
  lists: readonly (readonly T[])[],
  count: number,
  whenOf: (thing: T) => number,
): T[] {
  const newest: { thing: T; when: number }[] = []
  for (const list of lists) {
    for (const thing of list) {
      const when = whenOf(thing)
      const last = newest[count - 1]
      const isTooOld = last !== undefined && when <= last.when
      if (isTooOld || newest.some((kept) => kept.thing === thing)) continue
      const place = newest.findIndex((kept) => kept.when < when)
      newest.splice(place === -1 ? newest.length : place, 0, { thing, when })
      if (newest.length > count) newest.pop()
    }
  }
  return newest.map(({ thing }) => thing)
}
