import type { Tick } from '../../contract/endpoint.ts'
import { publicReads, type ReadAnswer, type ReadInput, type ReadPath } from '../../contract/public-reads.ts'
import { verifierKeyText } from '../../domain/log/checkpoint.ts'
import { DAY_MS, MINUTE_MS } from '../../domain/time.ts'
import type { AnswerOutcome } from '../../edition/answers/answer-outcome.ts'
import { answers } from '../../edition/answers/answers.ts'
import type { Held } from '../../edition/hold-edition.ts'
import type { Config } from '../config.ts'
import { Fault } from '../http/faults.ts'
import { signOnOf } from '../sign-on/sign-on-of.ts'

export interface Minute {
  /** The time that answers see. Whole minutes, so that all requests within one get the same bytes. */
  start: Date
  end: number
}

export function minuteOf(now: Date): Minute {
  const start = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
  return { start: new Date(start), end: start + MINUTE_MS }
}

export function readAnswer<P extends ReadPath>(
  held: Held,
  config: Config,
  { path, input, minute }: { path: P; input: ReadInput<P>; minute: Minute },
): { outcome: AnswerOutcome<ReadAnswer<P>>; expiresAt: number | undefined } {
  const outcome = answers[path](
    {
      edition: held.edition,
      now: minute.start,
      deployment: {
        isGov: config.isGov,
        isTrustDR: config.isTrustDR,
        isInMaintenance: config.isInMaintenance,
        staleSince: held.staleSince,
        publicUrl: config.publicUrl,
        redirectHosts: config.redirectHosts,
        hasSignOn: signOnOf(config) !== 'none',
        logWitnesses: config.logWitnesses.map(({ key }) => verifierKeyText(key)),
      },
    },
    input,
  )
  const untilTick = endOf(publicReads[path].ticks, minute)
  const untilTurn = outcome.kind === 'value' ? endOfMinuteOf(outcome.until) : undefined
  return { outcome, expiresAt: earlier(untilTick, untilTurn) }
}

export function valueAnswered<T>(outcome: AnswerOutcome<T>): T {
  switch (outcome.kind) {
    case 'value':
      return outcome.value
    case 'not-found':
      throw new Fault('not-found', { message: outcome.message })
    case 'wrong':
      throw new Fault('bad-request', {
        message: outcome.message,
        errors: { [outcome.field]: outcome.message },
      })
  }
}

/** Anything made from several answers expires with the first of them. */
export function earlier(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b)
}

function endOf(ticks: Tick | undefined, { start, end }: Minute): number | undefined {
  switch (ticks) {
    case 'minute':
      return end
    case 'day':
      return (Math.floor(start.getTime() / DAY_MS) + 1) * DAY_MS
    case undefined:
      return undefined
  }
}

/** Answers see whole minutes, so a change within one shows in the next. */
export function endOfMinuteOf(moment: Date | undefined): number | undefined {
  return moment === undefined ? undefined : Math.ceil(moment.getTime() / MINUTE_MS) * MINUTE_MS
}
