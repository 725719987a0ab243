import type { SentPublication } from '../../contract/deliveries.ts'
import type { Tone } from '../../ui/parts/tone.ts'
import { counted, withCommas } from '../../ui/parts/words.ts'

type Result = SentPublication['results'][number]
type Amounts = Omit<Result, 'kind'>

export interface PublicationProgress extends Amounts {
  total: number
  isUnderWay: boolean
  tone: Tone
  word: string
}

export function publicationProgress({ results, expanded_at }: SentPublication): PublicationProgress {
  const sums = { waiting: 0, sent: 0, suppressed: 0, dead: 0 }
  for (const name of Object.keys(sums) as (keyof Amounts)[]) {
    sums[name] = results.reduce((sum, result) => sum + result[name], 0)
  }
  const total = sums.waiting + sums.sent + sums.suppressed + sums.dead
  const isUnderWay = sums.waiting > 0 || expanded_at === null
  return { ...sums, total, isUnderWay, ...stateOf({ ...sums, total, isUnderWay }) }
}

function stateOf(of: { dead: number; total: number; isUnderWay: boolean }): { tone: Tone; word: string } {
  if (of.isUnderWay) return { tone: 'planned', word: 'Sending' }
  if (of.total === 0) return { tone: 'quiet', word: 'No recipients' }
  if (of.dead > 0) return { tone: 'degradation', word: 'Not all sent' }
  return { tone: 'up', word: 'Sent' }
}

export function resultWords({ sent, waiting, dead, suppressed }: Amounts): string {
  const parts = [
    `${withCommas(sent)} sent`,
    ...(waiting > 0 ? [`${withCommas(waiting)} waiting`] : []),
    ...(dead > 0 ? [`${withCommas(dead)} failed`] : []),
    ...(suppressed > 0 ? [`${withCommas(suppressed)} skipped`] : []),
  ]
  return parts.join(', ')
}

export function retriedWords(retried: number): string {
  if (retried === 0) return 'There was nothing left to retry.'
  return `${counted(retried, 'message is', 'messages are')} being retried.`
}
