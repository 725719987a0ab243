import type { ReadInput } from '../../contract/public-reads.ts'
import { monthAfter, monthOf } from '../../domain/calendar/month.ts'
import { inTurns } from '../../domain/in-turns.ts'
import { cloudOfPath } from '../../domain/select-cloud.ts'
import { utcDay } from '../../domain/time.ts'
import type { Answer } from '../../edition/answer.ts'
import { makeObserved } from '../../edition/carry-over.ts'
import { isPartInExport } from '../../edition/documents/find-document.ts'
import type { Held } from '../../edition/hold-edition.ts'
import { canonicalAddress } from '../answers/canonical-address.ts'
import { type MakeContext, makeAnswerAt } from '../answers/make-answer-at.ts'
import { logFilesOf } from '../answers/make-log-file.ts'
import { readAsked } from '../answers/make-read.ts'
import { minuteOf, readAnswer } from '../answers/read-answer.ts'
import { Fault } from '../http/faults.ts'
import { type OnRead, pageReads, renderPage } from '../render/render-page.ts'
import { type AnswerKind, fileOf, kindOf, type NamedFile } from './file-of.ts'
import { CALENDAR_MONTHS, isPageExported, linksIn, readsBehind } from './follow-links.ts'
import { seedsOf } from './seeds.ts'

/** Compression runs in parallel with rendering. More at the same time would only use memory. */
const AT_ONCE = 4

export interface CrawlOptions {
  context: MakeContext
  held: Held
  now: Date
  write(file: string, answer: Answer): Promise<void>
  onWritten(kind: AnswerKind | 'file'): void
}

export interface Crawled {
  /** Parameters that pages use. Others change nothing, so a server may ignore them. */
  pageParameters: Set<string>
  documentParameters: Set<string>
  moved: Map<string, { status: number; location: string }>
  long: NamedFile[]
  files: Set<string>
}

export async function crawlSite({ context, held, now, write, onWritten }: CrawlOptions): Promise<Crawled> {
  const { site } = held.edition
  const { config } = context
  const oldestMonth = monthAfter(monthOf(utcDay(now.getTime())), 1 - CALENDAR_MONTHS)
  const crawled: Crawled = {
    pageParameters: new Set(),
    documentParameters: new Set(),
    moved: new Map(),
    long: [],
    files: new Set(),
  }
  const seen = new Set<string>()
  const links = new Set<string>()
  const queue: { address: string; kind: AnswerKind | 'file'; isLink: boolean }[] = []
  /** Per list. There is no end of days without records. */
  const days = new Set<string>()

  /** Equivalent URLs share one file. Links come from authored content, so they may be anything. */
  function follow(address: string, { isLink = false } = {}) {
    const kind = kindOf(address)
    if (kind === undefined || (isLink && !isReadable(address))) return
    const file = kind === 'file' ? address : fileOf(address, kind).wanted
    if (seen.has(file)) return
    seen.add(file)
    queue.push({ address, kind, isLink })
  }

  const followRead: OnRead = (path, input) => follow(readAsked(path, input as Record<string, unknown>).key)

  function followPage(link: string) {
    const { pathname, searchParams } = new URL(link, config.publicUrl)
    const address = canonicalAddress(held.edition, { path: pathname, query: searchParams, now })
    const query = new URL(address, config.publicUrl).searchParams
    for (const name of query.keys()) crawled.pageParameters.add(name)
    const day = query.get('date')
    const isEmpty = day !== null && !days.has(`${pathname} ${day}`)
    if (!isEmpty && isPageExported(query, { oldestMonth })) follow(address, { isLink: true })
  }

  function followLinks(address: string, answer: Answer) {
    for (const link of linksIn(textOf(answer), { page: address, publicUrl: config.publicUrl })) {
      if (links.has(link)) continue
      links.add(link)
      if (context.assets.files.has(link)) crawled.files.add(link)
      else if (kindOf(link) === 'page') followPage(link)
      else if (!isPartInExport(link)) follow(link, { isLink: true })
    }
  }

  async function visit({ address, kind, isLink }: (typeof queue)[number]): Promise<void> {
    if (kind === 'page') return visitPage(address)
    const answer = await answerAt(address, { isLink })
    if (answer === undefined) return
    if (address === '/sitemap.xml') followLinks(address, answer)
    if (kind === 'read') for (const read of readsBehind(address, textOf(answer))) follow(read)
    if (kind === 'document')
      for (const name of new URL(address, config.publicUrl).searchParams.keys())
        crawled.documentParameters.add(name)
    await store(address, kind, answer)
  }

  async function visitPage(address: string) {
    const reads: Parameters<OnRead>[] = []
    const answer = await held.answers.compute(address, () =>
      makeObserved(held, (from) =>
        renderPage(context, from, { address, now, onRead: (...read) => reads.push(read) }),
      ),
    )
    const { pathname, search } = new URL(address, config.publicUrl)
    const location = answer.variants.at(-1)?.headers.location
    if (location !== undefined) {
      if (search === '') crawled.moved.set(decodeURIComponent(pathname), { status: answer.status, location })
      if (location.startsWith('/')) followPage(location)
      return
    }
    // A link may be dead: a post that isn't on this cloud, or that was withdrawn. The server answers all of
    // these alike.
    if (answer.status === 404 || answer.status === 410) return
    if (answer.status !== 200) throw new Error(`${address} answered ${answer.status}`)
    for (const read of reads) followRead(...read)
    if (cloudOfPath(site.clouds, pathname) === undefined) await followReadsOfClouds(address)
    if (search === '') followDays(pathname, reads)
    followLinks(address, answer)
    await store(address, 'page', answer)
  }

  /** On a path without a cloud, scripts ask for the data of the cloud that the reader chose. */
  async function followReadsOfClouds(address: string) {
    for (const { machine_name: chosen } of site.clouds) {
      await pageReads(context, held, { address, now, chosen, onRead: followRead })
    }
  }

  function followDays(path: string, reads: readonly Parameters<OnRead>[]) {
    const input = reads.find(([read]) => read === '/api/calendar')?.[1] as ReadInput<'/api/calendar'>
    if (input === undefined) return
    const { outcome } = readAnswer(held, config, { path: '/api/calendar', input, minute: minuteOf(now) })
    if (outcome.kind !== 'value') return
    for (const day of Object.keys(outcome.value.calendar)) {
      days.add(`${path} ${day}`)
      followPage(`${path}?date=${day}`)
    }
  }

  /** Undefined if there is nothing at this address, or if an equivalent address already has the file. */
  async function answerAt(address: string, { isLink }: { isLink: boolean }): Promise<Answer | undefined> {
    try {
      const made = await makeAnswerAt(context, held, { address, now })
      if (made === undefined && !isLink) throw new Error(`${address} is not a canonical address`)
      return made?.answer
    } catch (error) {
      const isNothing = error instanceof Fault && ['not-found', 'bad-request'].includes(error.code)
      if (isNothing) return undefined
      throw error
    }
  }

  async function store(address: string, kind: AnswerKind | 'file', answer: Answer) {
    const named = kind === 'file' ? { wanted: address, file: address } : fileOf(address, kind)
    if (named.file !== named.wanted) crawled.long.push(named)
    await write(named.file, answer)
    onWritten(kind)
  }

  for (const seed of seedsOf(held.edition)) follow(seed)
  for (const file of await logFilesOf(context.publicLog, held.edition)) follow(file)
  await inTurns(queue, AT_ONCE, visit)
  return crawled
}

/** Rejects `/50%off` and anything that would leave the folder. */
function isReadable(address: string) {
  const { pathname } = new URL(address, 'https://site.invalid')
  try {
    return !decodeURIComponent(pathname).split('/').includes('..')
  } catch {
    return false
  }
}

export function textOf({ variants }: Answer): string {
  return variants.find(({ encoding }) => encoding === 'identity')?.bytes.toString('utf8') ?? ''
}
