import type { Change } from './change.ts'
import type { Choice, TermChoices } from './choices.ts'

export function predictTerms(before: TermChoices, { action, target }: Change): TermChoices {
  const isOn = action === 'subscribe'
  switch (target.kind) {
    case 'all':
      return withTerms(before, () => true, { isOn, isAll: isOn })
    case 'group':
      return withTerms(before, ({ tid }) => target.tids.includes(tid), { isOn, isAll: isOn && before.isAll })
    case 'item':
      return withTerms(before, ({ tid }) => target.tid === tid, { isOn, isAll: isOn && before.isAll })
    case 'region':
      return before
  }
}

function withTerms(
  { groups }: TermChoices,
  isMeant: (term: Choice) => boolean,
  { isOn, isAll }: { isOn: boolean; isAll: boolean },
): TermChoices {
  const changed = groups.map((group) => ({
    ...group,
    terms: group.terms.map((term) => (isMeant(term) ? { ...term, isSubscribed: isOn } : term)),
  }))
  const subscribed = changed.flatMap(({ terms }) => terms).filter(({ isSubscribed }) => isSubscribed)
  return { isAll, totalCount: subscribed.length, groups: changed }
}
