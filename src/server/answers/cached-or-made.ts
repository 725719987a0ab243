import { STAND_IN_HEADER } from '../../domain/edition-timing.ts'
import { type Answer, reissued } from '../../edition/answer.ts'
import type { Computed, InTurn, StandIn } from '../../edition/answer-cache.ts'
import { carriedOver, carriedOverAtOnce, makeObserved } from '../../edition/carry-over.ts'
import type { Held } from '../../edition/hold-edition.ts'
import type { ObservedHeld } from '../../edition/observe.ts'
import type { AppContext } from '../context.ts'
import { Fault } from '../http/faults.ts'

/** `make` must read the edition that it is given, which notes what the answer is made of. */
export function cachedOrMade(
  { clock, holder, makeInTurn = atOnce }: Pick<AppContext, 'clock' | 'holder' | 'makeInTurn'>,
  held: Held,
  { key, client }: { key: string; client: string },
  make: (held: ObservedHeld) => Promise<Computed>,
): Answer | Promise<Answer> {
  const { answers } = held
  const now = clock()
  const cached = answers.find(key, now.getTime()) ?? provenAtOnce(held, key, now)
  if (cached !== undefined) return cached
  const isOfPresent = held === holder.current()
  /** What readers may see may change while this one waits. Past editions have rules of their own. */
  const newest = () => (isOfPresent ? holder.current() : undefined) ?? held
  let from = held
  const inTurn = () => {
    from = newest()
    return provenOrMade(from, { key, now }, make)
  }
  const begin = () => makeInTurn(inTurn, client)
  return answers.computeInTurn(key, { client, begin }).then(
    (answer) =>
      newest().edition === from.edition ? answer : withAge({ answer, ageS: 0, isOfEarlierEdition: true }),
    (error: unknown) => {
      const isShed = error instanceof Fault && error.code === 'overloaded'
      const before = isShed ? newest().answers.standIn(key, clock().getTime()) : undefined
      if (before === undefined) throw error
      return withAge(before)
    },
  )
}

export async function provenOrMade<C extends Computed | undefined>(
  held: Held,
  { key, now }: { key: string; now: Date },
  make: (held: ObservedHeld) => Promise<C>,
): Promise<C | Computed> {
  const before = held.answers.unproven(key)
  const proven = before && (await carriedOver(held, before, now))
  if (proven === undefined) return makeObserved(held, make)
  held.answers.prove(key, proven)
  return { key, ...proven }
}

function provenAtOnce(held: Held, key: string, now: Date): Answer | undefined {
  const before = held.answers.unproven(key)
  const proven = before && carriedOverAtOnce(held, before, now)
  if (proven === undefined) return undefined
  held.answers.prove(key, proven)
  return held.answers.find(key, now.getTime())
}

/**
 * Caches in front may ask right after a purge, and no other purge follows, so they must not store this
 * answer.
 */
export function withAge({ answer, ageS, isOfEarlierEdition }: StandIn): Answer {
  if (ageS === 0 && !isOfEarlierEdition) return answer
  const known = aged.get(answer)
  if (known?.ageS === ageS && known.isOfEarlierEdition === isOfEarlierEdition) return known.answer
  const headers: Record<string, string> = { age: String(ageS) }
  const edition = answer.variants[0]?.headers['candor-edition']
  if (isOfEarlierEdition && edition !== undefined) headers[STAND_IN_HEADER] = edition
  for (const name of FOR_CACHES_IN_FRONT)
    if (answer.variants.some((variant) => variant.headers[name] !== undefined)) headers[name] = 'max-age=1'
  const made = reissued(answer, { headers, expiresAt: answer.expiresAt })
  aged.set(answer, { answer: made, ageS, isOfEarlierEdition })
  return made
}

const aged = new WeakMap<Answer, StandIn>()

const FOR_CACHES_IN_FRONT = ['cdn-cache-control', 'surrogate-control']

function atOnce<T>(make: () => Promise<T>): InTurn<T> {
  return { made: make(), alsoFor: () => {} }
}
