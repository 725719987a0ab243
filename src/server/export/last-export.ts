import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Answer, answerOfBytes, bytesIn } from '../../edition/answer.ts'
import { AnswerCache } from '../../edition/answer-cache.ts'
import { makeObserved } from '../../edition/carry-over.ts'
import type { Held } from '../../edition/hold-edition.ts'
import type { MakeContext } from '../answers/make-answer-at.ts'
import { type OnRead, type PageStamp, renderPage } from '../render/render-page.ts'

/*
 * Every exported page shows its age, even without scripts. The time of the export would change every page with every
 * export, so a page names the export in which it last changed, and keeps its file.
 */

/** Next to the folder that is served: all stamps, and the index of each page's stamp. */
export const STAMPS = 'pages.json'

interface Stamps {
  stamps: PageStamp[]
  pages: Record<string, number>
}

export interface LastExport {
  answerAt(file: string): Promise<Answer | undefined>
  stampOf(file: string): PageStamp | undefined
}

/** Without a previous export, or with one of an earlier release, all pages are new. */
export async function readLastExport(site: string, stampFile: string): Promise<LastExport> {
  const { stamps, pages } = await readStamps(stampFile)
  return {
    stampOf: (file) => stamps[pages[file] ?? Number.NaN],
    async answerAt(file) {
      const read = (suffix: string) => readFile(join(site, file + suffix)).catch(() => undefined)
      const [identity, br, gzip] = await Promise.all([read(''), read('.br'), read('.gz')])
      if (identity === undefined) return undefined
      return answerOfBytes({
        headers: {},
        identity,
        ...(br !== undefined && { br }),
        ...(gzip !== undefined && { gzip }),
      })
    },
  }
}

async function readStamps(file: string): Promise<Stamps> {
  try {
    const { stamps, pages } = JSON.parse(await readFile(file, 'utf8')) as Partial<Stamps>
    return { stamps: stamps ?? [], pages: pages ?? {} }
  } catch {
    return { stamps: [], pages: {} }
  }
}

export interface ExportedPages {
  make(address: string, file: string): Promise<{ answer: Answer; reads: Parameters<OnRead>[] }>
  /** Of all pages made so far, for the next export. */
  stamps(): Stamps
}

export function pagesAfter(
  last: LastExport,
  { context, held, now }: { context: MakeContext; held: Held; now: Date },
): ExportedPages {
  const { number, publishedAt } = held.edition
  const present: PageStamp = {
    number,
    published_at: publishedAt.toISOString(),
    stale_since: held.staleSince?.toISOString() ?? null,
  }
  const used = new Map<string, PageStamp>()

  async function render(from: Held, { address, stamp }: { address: string; stamp: PageStamp }) {
    const reads: Parameters<OnRead>[] = []
    const onRead: OnRead = (...read) => reads.push(read)
    const { answer } = await makeObserved(from, (observed) =>
      renderPage(context, observed, { address, now, onRead, stamp }),
    )
    return { answer, reads }
  }

  return {
    async make(address, file) {
      const stamp = last.stampOf(file)
      const before = stamp === undefined ? undefined : await last.answerAt(file)
      if (stamp !== undefined && before !== undefined) {
        const page = await render(await heldWith(held, { address, before, now }), { address, stamp })
        if (hasSameBytes(page.answer, before)) {
          used.set(file, stamp)
          return page
        }
      }
      used.set(file, present)
      return render(held, { address, stamp: present })
    },
    stamps() {
      const stamps = [...new Set(used.values())]
      const at = new Map(stamps.map((stamp, index) => [stamp, index]))
      return {
        stamps,
        pages: Object.fromEntries(Array.from(used, ([file, stamp]) => [file, at.get(stamp) ?? 0])),
      }
    },
  }
}

/** As if the last export were the edition before: an answer with the same body is not compressed again. */
export async function heldWith(
  held: Held,
  { address, before, now }: { address: string; before: Answer | undefined; now: Date },
): Promise<Held> {
  if (before === undefined) return held
  const maxBytes = Number.POSITIVE_INFINITY
  const answers = new AnswerCache({ maxBytes })
  await answers.compute(address, async () => ({ key: address, answer: before }))
  return {
    ...held,
    answers: new AnswerCache({ maxBytes, earlier: { answers, at: now, mayStandIn: true } }),
  }
}

export function hasSameBytes(answer: Answer, before: Answer): boolean {
  const [bytes, other] = [bytesIn(answer, 'identity'), bytesIn(before, 'identity')]
  return bytes !== undefined && other?.equals(bytes) === true
}
