import type {
  OwnTermSubscription,
  SubscribableTerm,
  SubscriptionAction,
} from '../../domain/notifying/subscribable.ts'
import { difference, type RowsToChange, withRow } from '../../domain/notifying/subscription-rows.ts'

export type TermsPlan =
  | ({ kind: 'planned' } & RowsToChange<OwnTermSubscription>)
  | { kind: 'unknown'; tid: number }

export function subscribeTermsPlan(
  terms: readonly SubscribableTerm[],
  own: readonly OwnTermSubscription[],
  { choices, action }: { choices: readonly number[] | 'all'; action: SubscriptionAction },
): TermsPlan {
  if (choices === 'all')
    return { kind: 'planned', ...difference(own, action === 'subscribe' ? withRow(own, ALL) : []) }
  const known = new Set(terms.map(({ tid }) => tid))
  const unknown = choices.find((tid) => !known.has(tid))
  if (unknown !== undefined) return { kind: 'unknown', tid: unknown }
  const rows = action === 'subscribe' ? withTerms(own, choices) : withoutTerms(own, choices, terms)
  return { kind: 'planned', ...difference(own, rows) }
}

type Rows = readonly OwnTermSubscription[]

const ALL: OwnTermSubscription = { scope: 'terms', tid: null }

function withTerms(own: Rows, tids: readonly number[]): Rows {
  if (isAll(own)) return own
  return tids.map(one).reduce(withRow<OwnTermSubscription>, own)
}

function withoutTerms(own: Rows, tids: readonly number[], terms: readonly SubscribableTerm[]): Rows {
  const single = isAll(own)
    ? terms
        .map(({ tid }) => one(tid))
        .reduce(
          withRow<OwnTermSubscription>,
          own.filter(({ scope }) => scope === 'term'),
        )
    : own
  const unwanted = new Set<number | null>(tids)
  return single.filter(({ tid }) => !unwanted.has(tid))
}

function isAll(own: Rows) {
  return own.some(({ scope }) => scope === 'terms')
}

function one(tid: number): OwnTermSubscription {
  return { scope: 'term', tid }
}
