import { makeAnswer } from '../../edition/answer.ts'
import type { Held } from '../../edition/hold-edition.ts'
import type { AppContext } from '../context.ts'
import { Fault, type FaultCode } from '../http/faults.ts'
import { faultDocument } from '../render/fault-document.ts'
import { renderPage } from '../render/render-page.ts'
import type { Release } from './release.ts'

/** A path that no menu can have. */
const NOWHERE = '/.nowhere'

const FAULTS: readonly (readonly [status: number, code: FaultCode])[] = [
  [404, 'not-found'],
  [405, 'wrong-method'],
  [503, 'in-recovery'],
]

/** Lists are kept with one filter at a time; a list without the other filter would say what is not so. */
const ONE_FILTER =
  'This stand-in site shows lists with one filter at a time, from what was published. Please take a filter away.'

/** What nginx says when it cannot say what was asked for: the site's own words and pages. */
export async function writeErrorFiles(
  context: AppContext,
  { held, release, now }: { held: Held; release: Release; now: Date },
): Promise<void> {
  const missing = async (file: string, address: string) => {
    const { answer } = await renderPage(context, held, { address, now })
    await release.write(file, answer)
  }
  const say = async (file: string, body: string) =>
    release.write(file, await makeAnswer({ headers: {}, body }))

  await missing('/.errors/html/404.html', NOWHERE)
  for (const { domain } of held.edition.site.clouds) {
    await missing(`/.errors/html/404/${domain}.html`, `/${encodeURIComponent(domain)}${NOWHERE}`)
  }
  for (const [status, code] of FAULTS) {
    const fault = new Fault(code)
    await say(`/.errors/json/${status}.json`, JSON.stringify(fault.body()))
    if (status !== 404) await say(`/.errors/html/${status}.html`, faultDocument(context, fault))
  }
  await say('/.errors/json/one-filter.json', JSON.stringify({ message: ONE_FILTER }))
  // L-09: a post that there is not, or not on this cloud.
  await say('/.errors/json/none.json', JSON.stringify({ data: null }))
}
