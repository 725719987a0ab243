/** Where a process is killed between publishing and the record of the last acknowledgement. */
export type CrashPoint =
  /** Of the n-th statement to the database: before it leaves, while it is on its way, after its answer came. */
  | { kind: 'statement'; when: 'before' | 'during' | 'after'; count: number }
  /** When the mail server has heard so much of the n-th mail. `accepted` is right after its final answer. */
  | { kind: 'mail'; at: MailStage; count: number }

export const NEVER: CrashPoint = { kind: 'statement', when: 'before', count: Number.POSITIVE_INFINITY }

export type MailStage = 'connected' | 'sender' | 'recipient' | 'data' | 'body' | 'accepted'

const STAGES: readonly MailStage[] = ['connected', 'sender', 'recipient', 'data', 'body', 'accepted']

/** A list that the seed alone decides. */
export function crashPoints(
  seed: number,
  { runs, statements, mails }: { runs: number; statements: number; mails: number },
): CrashPoint[] {
  const random = seededRandom(seed)
  const from = <T>(choices: readonly T[]) => choices[Math.floor(random() * choices.length)] as T
  const upTo = (most: number) => 1 + Math.floor(random() * most)
  return Array.from({ length: runs }, () =>
    random() < 0.5
      ? { kind: 'statement', when: from(['before', 'during', 'after'] as const), count: upTo(statements) }
      : { kind: 'mail', at: from(STAGES), count: upTo(mails) },
  )
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
