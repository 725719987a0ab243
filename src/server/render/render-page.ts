import type { Read } from '../../contract/public-reads.ts'
import { type Answer, makeAnswer } from '../../edition/answer.ts'
import type { Held } from '../../edition/hold-edition.ts'
import { preparePage } from '../../web/server-entry.tsx'
import { PUBLIC_CACHE } from '../cache-control.ts'
import type { AppContext } from '../context.ts'
import { Fault } from '../faults.ts'
import { minuteOf, readAnswer } from '../read-answer.ts'
import { renderDocument } from './document.ts'

/** A page as an answer: a pure function of the edition and the canonical address. */
export function pageAnswer(context: AppContext, held: Held, address: string): Answer | Promise<Answer> {
  const key = `page ${address}`
  const now = context.clock()
  return (
    held.answers.find(key, now.getTime()) ??
    held.answers.compute(key, () => renderPage(context, held, { key, address, now }))
  )
}

async function renderPage(
  { config, assets }: AppContext,
  held: Held,
  { key, address, now }: { key: string; address: string; now: Date },
): Promise<{ answer: Answer; key: string }> {
  let expiresAt: number | undefined
  const read: Read = async (path, input) => {
    const answered = readAnswer(held, config, { path, input, minute: minuteOf(now) })
    expiresAt ??= answered.expiresAt
    if (answered.outcome.kind === 'not-found') throw new Fault('not-found', answered.outcome)
    return answered.outcome.value
  }
  const url = new URL(address, config.publicUrl)
  const page = await preparePage({ url, read, global: await read('/api/global', {}), now })

  if (page.kind === 'redirect') {
    const headers = { location: page.location, 'cache-control': PUBLIC_CACHE }
    return { key, answer: await makeAnswer({ status: page.status, headers, body: '' }) }
  }
  // Addresses that lead nowhere are without number, so they share one answer.
  const isFound = page.status === 200
  const sharedKey = isFound ? key : `page ${page.status} ${page.missingKey}`
  const kept = isFound ? undefined : held.answers.find(sharedKey, now.getTime())
  if (kept !== undefined) return { answer: kept, key: sharedKey }

  const body = renderDocument({
    meta: page.meta,
    canonicalUrl: isFound ? url.href : undefined,
    siteName: `${held.edition.site.provider.name} Trust`,
    publicUrl: config.publicUrl,
    html: page.render(),
    hydration: page.hydration,
    tags: {
      styles: assets.styles,
      fonts: assets.fonts,
      preloads: assets.preloads(page.source),
      scripts: assets.scripts,
      extra: assets.extra,
    },
  })
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': PUBLIC_CACHE }
  return { key: sharedKey, answer: await makeAnswer({ status: page.status, headers, body, expiresAt }) }
}
