import type { Tick } from '../../contract/endpoint.ts'
import { publicReads, type ReadAnswer, type ReadInput, type ReadPath } from '../../contract/public-reads.ts'
import { verifierKeyText } from '../../domain/log/checkpoint.ts'
import { DAY_MS, MINUTE_MS, startOfMinute } from '../../domain/time.ts'
import type { AnswerOutcome } from '../../edition/answers/answer-outcome.ts'
import { answers } from '../../edition/answers/answers.ts'
import type { Held } from '../../edition/hold-edition.ts'
import type { RecordVersions } from '../../edition/log/past-editions.ts'
import type { ObservedHeld } from '../../edition/observe.ts'
import type { Config } from '../config.ts'
import type { AppContext } from '../context.ts'
import { Fault } from '../http/faults.ts'
import { signOnOf } from '../sign-on/staff-sign-on.ts'

export interface Minute {
  /** The time that answers see. Whole minutes, so that all requests within one get the same bytes. */
  start: Date
  end: number
}

export function minuteOf(now: Date): Minute {
  const start = startOfMinute(now.getTime())
  return { start: new Date(start), end: start + MINUTE_MS }
}

export function readAnswer<P extends ReadPath>(
  held: Pick<Held, 'edition' | 'staleSince'>,
  config: Config,
  {
    path,
    input,
    minute,
    versions,
  }: { path: P; input: ReadInput<P>; minute: Minute; versions?: RecordVersions | undefined },
): { outcome: AnswerOutcome<ReadAnswer<P>>; expiresAt: number | undefined } {
  const outcome = answers[path](
    {
      edition: held.edition,
      now: minute.start,
      deployment: {
        ...settingsShown(config),
        get staleSince() {
          return held.staleSince
        },
      },
      versions,
    },
    input,
  )
  const untilTick = endOf(publicReads[path].ticks, minute)
  const untilTurn = outcome.kind === 'value' ? endOfMinuteOf(outcome.until) : undefined
  return { outcome, expiresAt: earlier(untilTick, untilTurn) }
}

export function settingsShown(config: Config) {
  return {
    isGov: config.isGov,
    isTrustDR: config.isTrustDR,
    isExport: config.isExport,
    isInMaintenance: config.isInMaintenance,
    publicUrl: config.publicUrl,
    redirectHosts: config.redirectHosts,
    hasSignOn: signOnOf(config) !== 'none',
    logWitnesses: config.logWitnesses.map(({ key }) => verifierKeyText(key)),
  }
}

/** Undefined for other reads, and on sites without a log. */
export async function versionsFor(
  { past, log }: Pick<AppContext, 'past' | 'log'>,
  held: ObservedHeld | undefined,
  { path, input }: { path: ReadPath; input: object },
): Promise<RecordVersions | undefined> {
  if (path !== VERSIONS_PATH) return undefined
  held?.isMadeOfMore()
  if (past === undefined) return undefined
  // Pages take the same turns, so no answer may wait for a lost database.
  const isLost = held !== undefined && held.staleSince !== null
  if (isLost) throw new Fault('no-database', { message: NO_PAST_WITHOUT_DATABASE })
  const { id } = input as ReadInput<typeof path>
  return past.versions(id).catch((error: unknown) => {
    log.warn({ err: error, record: id }, 'The versions of a record could not be read')
    throw new Fault('no-database', { message: NO_PAST_WITHOUT_DATABASE })
  })
}

export const VERSIONS_PATH = '/api/posts/:id/versions'

export const NO_PAST_WITHOUT_DATABASE =
  'We can’t show earlier versions right now. Everything else on this site still works. Please try again in a few minutes.'

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

function earlier(a: number | undefined, b: number | undefined): number | undefined {
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

export function endOfMinuteOf(moment: Date | undefined): number | undefined {
  return moment === undefined ? undefined : Math.ceil(moment.getTime() / MINUTE_MS) * MINUTE_MS
}
