import { sized } from '../size.ts'

/** Where a process is killed between publishing and recording the last acknowledgment. */
export type CrashPoint =
  /** At the n-th database statement: before it is sent, while it runs, after its answer. */
  | { kind: 'statement'; when: 'before' | 'during' | 'after'; count: number }
  /**
   * At this stage of the n-th mail at the mail server. `taken` is right before its final answer: the mail is accepted,
   * and the process can never know. `accepted` is right after that answer.
   */
  | { kind: 'mail'; at: MailStage; count: number }

export const NEVER: CrashPoint = { kind: 'statement', when: 'before', count: Number.POSITIVE_INFINITY }

export type MailStage = 'connected' | 'sender' | 'recipient' | 'data' | 'body' | 'taken' | 'accepted'

const STAGES: readonly MailStage[] = sized({
  // At all stages before `body`, nothing has been accepted yet either.
  short: ['body', 'taken', 'accepted'],
  long: ['connected', 'sender', 'recipient', 'data', 'body', 'taken', 'accepted'],
})
const WHENS = ['before', 'during', 'after'] as const

/** A list determined by the seed: first each kind of point once, so that even a short run covers all. */
export function crashPoints(
  seed: number,
  { runs, statements, mails }: { runs: number; statements: number; mails: number },
): CrashPoint[] {
  const random = seededRandom(seed)
  const from = <T>(choices: readonly T[]) => choices[Math.floor(random() * choices.length)] as T
  const upTo = (most: number) => 1 + Math.floor(random() * most)
  const statement = (when: (typeof WHENS)[number]): CrashPoint => ({
    kind: 'statement',
    when,
    count: upTo(statements),
  })
  const mail = (at: MailStage, count = upTo(mails)): CrashPoint => ({ kind: 'mail', at, count })
  // There are fewer connections than mails, but always a first one.
  const each = [
    ...STAGES.map((stage) => mail(stage, stage === 'connected' ? 1 : undefined)),
    ...WHENS.map(statement),
  ]
  const others = Array.from({ length: Math.max(0, runs - each.length) }, () =>
    random() < 0.5 ? statement(from(WHENS)) : mail(from(STAGES)),
  )
  return [...each, ...others].slice(0, runs)
}

/** mulberry32 */
function seededRandom(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
