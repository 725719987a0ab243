import { reissued } from './answer.ts'
import type { Computed, Made } from './answer-cache.ts'
import type { Held } from './hold-edition.ts'
import {
  isMadeOfSameParts,
  type MadeOf,
  type ObservedHeld,
  observe,
  stillMadeOf,
  turnsAt,
} from './observe.ts'

/** Its own `expiresAt` need not cover what is derived. An answer from the cache stays as it is there. */
export async function makeObserved<C extends Computed | undefined>(
  held: Held,
  make: (held: ObservedHeld) => Promise<C>,
): Promise<C> {
  const observation = observe(held)
  const made = await make(observation.held)
  if (made === undefined || isKept(held, made)) return made
  const madeOf = observation.madeOf(made.answer.expiresAt)
  return {
    ...made,
    ...issued(held, made, { madeOf, derived: observation.derived(), endsAt: made.answer.expiresAt }),
  }
}

function isKept({ answers }: Held, { key, answer }: Computed): boolean {
  return key !== undefined && answers.lastMade(key)?.answer === answer
}

export async function carriedOver(held: Held, made: Made, now: Date): Promise<Made | undefined> {
  const madeOf = made.madeOf && (await stillMadeOf(held, made.madeOf, now))
  return madeOf && issued(held, made, { madeOf, ...madeOf })
}

/** Like `carriedOver`, but only compares references, which takes microseconds. */
export function carriedOverAtOnce(held: Held, made: Made, now: Date): Made | undefined {
  const { madeOf } = made
  if (madeOf === undefined || !isMadeOfSameParts(held, madeOf, now)) return undefined
  return issued(held, made, { madeOf, ...madeOf })
}

function issued(
  held: Held,
  { answer, headersIn }: Made,
  { madeOf, derived, endsAt }: Pick<MadeOf, 'derived' | 'endsAt'> & { madeOf: MadeOf | undefined },
): Made {
  const turns = turnsAt({ derived })
  const expiresAt = turns === undefined || endsAt === undefined ? (turns ?? endsAt) : Math.min(turns, endsAt)
  return { answer: reissued(answer, { headers: headersIn?.(held, turns), expiresAt }), madeOf, headersIn }
}
