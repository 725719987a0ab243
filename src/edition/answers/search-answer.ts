import type { ReadAnswer } from '../../contract/public-reads.ts'
import { parseFaq } from '../../domain/faq/faq.ts'
import { writeHtml } from '../../domain/faq/html-tree.ts'
import { informingPath } from '../../domain/informing/informing-address.ts'
import { ipRangesPath } from '../../domain/ip-ranges/ip-ranges-query.ts'
import { forMachinesPath } from '../../domain/machine-paths.ts'
import { menuPath, pagesOfMenu, visibleMenu } from '../../domain/menu.ts'
import { NOTIFICATION_ROUTES, type NotificationType } from '../../domain/notification-type.ts'
import { availabilityPath, placePath } from '../../domain/place-address.ts'
import { plainText } from '../../domain/plain-text.ts'
import { folded, LONGEST_SEARCH, nearestWords, searchWords } from '../../domain/search-words.ts'
import { tidyTyped } from '../../domain/tidy-typed.ts'
import { DAY_MS } from '../../domain/time.ts'
import { type Edition, findCloud, type Site, type SiteCloud, statusName } from '../edition.ts'
import type { EditionRecord } from '../edition-record.ts'
import { placesWithPages } from '../place-history.ts'
import { openIncidents, recordsOfCloud, whenOf } from '../record-shelf.ts'
import { type Answerer, unknownCloud, value } from './answer-outcome.ts'
import { notificationsOnPage } from './list-answers.ts'
import { pageOf } from './page-answers.ts'

type SearchData = ReadAnswer<'/api/search'>['data']

const POSTS_AT_MOST = 30
const OTHERS_AT_MOST = 12
const TEXT_AT_MOST = 160

/**
 * Compares the search with every post, so there is no index to maintain. To stay quick with 50,000 posts,
 * only the newest are compared in full, and words are corrected only if nothing was found.
 */
export const searchAnswer: Answerer<'/api/search'> = ({ edition, now }, input) => {
  const cloud = findCloud(edition, input.cloud)
  if (cloud === undefined) return unknownCloud(input.cloud)
  const asked = tidyTyped(input.search, LONGEST_SEARCH)
  const docs = docsOf(edition, cloud)
  const typed = searchWords(asked)
  const around = { edition, cloud, now }
  const exact =
    typed.length === 0
      ? NOTHING
      : findDocs(
          docs,
          typed.map((word) => [word]),
          around,
        )
  const meant = isNothing(exact) ? wordsMeant(typed, docs) : undefined
  const found = meant === undefined ? exact : findDocs(docs, meant, around)
  const corrected =
    meant === undefined || isNothing(found) ? null : meant.map(([first = '']) => first).join(' ')
  const data: SearchData = {
    asked,
    corrected,
    places: found.places.slice(0, OTHERS_AT_MOST).map(({ shown }) => shown),
    posts: found.posts.slice(0, POSTS_AT_MOST).map(({ record }) => toPost(edition, cloud, record)),
    questions: found.questions.slice(0, OTHERS_AT_MOST).map(({ shown }) => shown),
    pages: found.pages.slice(0, OTHERS_AT_MOST).map(({ shown }) => shown),
    counts: {
      places: found.places.length,
      posts: found.posts.length,
      questions: found.questions.length,
      pages: found.pages.length,
    },
  }
  return value({ data })
}

interface Texts {
  title: string
  rest: string
}

interface Doc<T> extends Texts {
  shown: T
}

interface Docs {
  places: Doc<SearchData['places'][number]>[]
  questions: Doc<SearchData['questions'][number]>[]
  pages: Doc<SearchData['pages'][number]>[]
  /** By kind, newest first. */
  posts: readonly (readonly EditionRecord[])[]
  /** Folded names of services and data centers by number, for the posts about them. */
  names: Map<number, string>
}

const docsOfClouds = new WeakMap<
  SiteCloud,
  { menu: Site['menu']; pages: Site['pages']; docs: Omit<Docs, 'posts'> }
>()

function docsOf(edition: Edition, cloud: SiteCloud): Docs {
  const { menu, pages } = edition.site
  const before = docsOfClouds.get(cloud)
  const cached = before?.menu === menu && before.pages === pages ? before.docs : undefined
  const docs = cached ?? makeDocs(edition, cloud)
  if (cached === undefined) docsOfClouds.set(cloud, { menu, pages, docs })
  return { ...docs, posts: postsOf(edition, cloud) }
}

function makeDocs(edition: Edition, cloud: SiteCloud): Omit<Docs, 'posts'> {
  const { service, 'data-center': centers } = placesWithPages(cloud)
  const all = [...service, ...centers]
  const places = all.map(({ kind, name, group, slug, isActive, info }) => ({
    shown: { kind, name, group, is_active: isActive, path: placePath(cloud.domain, kind, slug) },
    title: folded(name),
    rest: folded(`${info} ${group}`),
  }))
  return {
    places,
    questions: questionsOf(edition, cloud),
    pages: pagesOf(edition, cloud),
    names: new Map(all.map(({ tid, name }) => [tid, folded(name)])),
  }
}

function menuPages({ site }: Edition, cloud: SiteCloud) {
  return pagesOfMenu(visibleMenu(site.menu.main_menu, cloud)).map((item) => ({
    title: item.item,
    component: item.component,
    path: menuPath(item, cloud),
  }))
}

function pagesOf(edition: Edition, cloud: SiteCloud): Docs['pages'] {
  const { domain } = cloud
  const ofSite = menuPages(edition, cloud).filter(({ path }) => path.startsWith('/'))
  const beside = [
    { title: 'Availability', path: availabilityPath(domain) },
    { title: 'How we keep you informed', path: informingPath(domain) },
    { title: 'IP ranges', path: ipRangesPath(domain) },
    { title: 'Developers', path: forMachinesPath(domain) },
  ]
  return [...ofSite, ...beside].map(({ title, path }) => ({
    shown: { title, path },
    title: folded(title),
    rest: '',
  }))
}

function questionsOf(edition: Edition, cloud: SiteCloud): Docs['questions'] {
  const page = menuPages(edition, cloud).find(({ component }) => component === 'faq')
  const faq = pageOf(edition, 'faq', cloud.id)
  if (page === undefined || faq === undefined) return []
  return parseFaq(faq.body).sections.flatMap(({ heading, intro, questions }) => {
    const own = heading === undefined || questions.length > 0 ? [] : [{ heading, answer: intro }]
    return [...own, ...questions].map((question) => {
      const title = plainText(writeHtml(question.heading.words))
      return {
        shown: { title, path: `${page.path}#${question.heading.id}` },
        title: folded(title),
        rest: folded(plainText(writeHtml(question.answer))),
      }
    })
  })
}

function postsOf(edition: Edition, cloud: SiteCloud): Docs['posts'] {
  const { records } = edition
  return [
    recordsOfCloud(records, 'incident', cloud.id),
    recordsOfCloud(records, 'maintenance', cloud.id),
    recordsOfCloud(records, 'advisory', cloud.id),
    ...(Object.keys(NOTIFICATION_ROUTES) as NotificationType[]).map((type) =>
      notificationsOnPage(edition, type, cloud),
    ),
  ]
}

/** The first paragraphs say what a post is about. */
const TEXT_SEARCHED = 1_000
const HTML_SEARCHED = 4_000
/** Of each kind. Older posts are found by title and place. */
const NEWEST_IN_FULL = 1_000

const titlesOfRecords = new WeakMap<EditionRecord, string>()
const restsOfRecords = new WeakMap<EditionRecord, string>()

function textsOf(record: EditionRecord, { isInFull }: { isInFull: boolean }): Texts {
  const title = foldedOnce(titlesOfRecords, record, () => [record.title, ...record.cve_ids].join(' '))
  if (!isInFull) return { title, rest: '' }
  const rest = foldedOnce(restsOfRecords, record, ({ summary, body, tags }) => {
    const text = plainText(`${summary} ${body}`.slice(0, HTML_SEARCHED)).slice(0, TEXT_SEARCHED)
    return [...tags, text].join(' ')
  })
  return { title, rest }
}

function foldedOnce(
  cached: WeakMap<EditionRecord, string>,
  record: EditionRecord,
  write: (record: EditionRecord) => string,
): string {
  const before = cached.get(record)
  if (before !== undefined) return before
  const made = folded(write(record))
  cached.set(record, made)
  return made
}

/** A word as typed, or its likely corrections. */
type Meant = readonly string[]

const WORDS_CORRECTED = 2
const MEANINGS_AT_MOST = 5

function wordsMeant(words: readonly string[], docs: Docs): Meant[] | undefined {
  const unknown = words.filter((word) => !isKnown(word, docs))
  if (unknown.length === 0 || unknown.length > WORDS_CORRECTED) return undefined
  const known = wordsOfTitles(docs)
  const meant = words.map((word) =>
    unknown.includes(word) ? nearestWords(word, known).slice(0, MEANINGS_AT_MOST) : [word],
  )
  return meant.some(({ length }) => length === 0) ? undefined : meant
}

function* allTexts({ places, questions, pages, posts }: Docs): Generator<Texts> {
  yield* places
  yield* questions
  yield* pages
  for (const list of posts) {
    for (const [at, post] of list.entries()) yield textsOf(post, { isInFull: at < NEWEST_IN_FULL })
  }
}

function isKnown(word: string, docs: Docs): boolean {
  const start = ` ${word}`
  for (const { title, rest } of allTexts(docs)) if (title.includes(start) || rest.includes(start)) return true
  return false
}

/** Only from titles: the texts contain the typing errors of their authors. */
function wordsOfTitles(docs: Docs): Set<string> {
  const { places, posts } = docs
  const cached = titleWords.get(places)
  if (cached?.posts.every((list, at) => hasSameRecords(list, posts[at] ?? []))) return cached.words
  const words = new Set<string>()
  for (const { title } of allTexts(docs)) for (const word of title.split(' ')) words.add(word)
  words.delete('')
  titleWords.set(places, { posts, words })
  return words
}

/** By the places of a cloud: that object is replaced whenever anything besides its posts changes. */
const titleWords = new WeakMap<Docs['places'], { posts: Docs['posts']; words: Set<string> }>()

/** Some lists are filtered again for each search. */
function hasSameRecords(list: readonly EditionRecord[], other: readonly EditionRecord[]): boolean {
  return list === other || (list.length === other.length && list.every((record, at) => record === other[at]))
}

const WEIGHTS = { title: 4, place: 3, rest: 1 }
const OF_A_BEGINNING = 0.7

function weightIn(text: string, word: string): number {
  if (text.includes(` ${word} `)) return 1
  return text.includes(` ${word}`) ? OF_A_BEGINNING : 0
}

function scoreOf({ title, rest }: Texts, words: readonly Meant[], places: readonly string[] = []): number {
  let score = 0
  for (const meant of words) {
    let best = 0
    for (const word of meant) {
      best = Math.max(best, WEIGHTS.title * weightIn(title, word), WEIGHTS.rest * weightIn(rest, word))
      for (const place of places) best = Math.max(best, WEIGHTS.place * weightIn(place, word))
    }
    if (best === 0) return 0
    score += best
  }
  return score
}

interface Found extends Omit<Docs, 'posts' | 'names'> {
  posts: { record: EditionRecord }[]
}

const NOTHING: Found = { places: [], posts: [], questions: [], pages: [] }

function isNothing(found: Found): boolean {
  return Object.values(found).every(({ length }) => length === 0)
}

function findDocs(
  docs: Docs,
  words: readonly Meant[],
  { edition, cloud, now }: { edition: Edition; cloud: SiteCloud; now: Date },
): Found {
  const open = new Set(openIncidents(edition.records, cloud.id))
  // The longest word is the rarest, so most posts are dismissed by the first comparison.
  const rarestFirst = words.toSorted(([a = ''], [b = '']) => b.length - a.length)
  const posts: { record: EditionRecord; score: number }[] = []
  for (const list of docs.posts) {
    for (const [at, record] of list.entries()) {
      const places = [...record.services, ...record.dataCenters].flatMap((tid) => docs.names.get(tid) ?? [])
      const score = scoreOf(textsOf(record, { isInFull: at < NEWEST_IN_FULL }), rarestFirst, places)
      if (score > 0)
        posts.push({ record, score: score * freshness(record, { isOpen: open.has(record), now }) })
    }
  }
  return {
    places: best(docs.places, words),
    questions: best(docs.questions, words),
    pages: best(docs.pages, words),
    posts: inOrder(posts),
  }
}

function best<D extends Texts>(docs: readonly D[], words: readonly Meant[]): D[] {
  return inOrder(docs.map((doc) => ({ doc, score: scoreOf(doc, words) }))).map(({ doc }) => doc)
}

function inOrder<S extends { score: number }>(scored: readonly S[]): S[] {
  return scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score)
}

const YEAR_MS = 365 * DAY_MS

function freshness(record: EditionRecord, { isOpen, now }: { isOpen: boolean; now: Date }): number {
  const years = Math.abs(now.getTime() - whenOf(record)) / YEAR_MS
  return (isOpen ? 2 : 1) * (0.5 + 0.5 / (1 + 2 * years))
}

function toPost({ site }: Edition, cloud: SiteCloud, record: EditionRecord): SearchData['posts'][number] {
  const folder = record.kind === 'notification' ? 'notification' : 'posts'
  return {
    id: record.id,
    title: record.title,
    post_type: record.kind,
    status: statusName(site, record.status_id),
    at: new Date(whenOf(record)).toISOString(),
    text: shortened(plainText(record.summary)),
    path: `/${cloud.domain}/${folder}/${record.id}`,
  }
}

function shortened(text: string): string {
  const letters = [...text]
  return letters.length <= TEXT_AT_MOST
    ? text
    : `${letters
        .slice(0, TEXT_AT_MOST - 1)
        .join('')
        .trimEnd()}…`
}
