import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { signInAddress } from '../../domain/account/sign-in-address.ts'
import { hasPremiumCenters } from '../../domain/timeline-query.ts'
import { useSession } from '../../ui/account/session.ts'
import type { PageContext } from '../page.ts'
import { SubscribeStar } from '../parts/subscribe-star.tsx'
import { flipped } from '../subscriptions/change.ts'
import { allName, type CloudChoices, choiceOf, isAllOf } from '../subscriptions/choices.ts'
import type { KeptChoices } from '../subscriptions/keep-choices.ts'
import { cloudKeeper, useKept } from '../subscriptions/own-choices.ts'
import { useSubscribing } from '../subscriptions/use-subscribing.tsx'
import type { TimelineRow } from './timeline-block.ts'
import type { Week } from './week.ts'

type OfWeek = Pick<Week, 'context' | 'all'>

/** S-10, U-12: the star of a service or data center. In disaster recovery there is none. */
export function RowStar({ row, week }: { row: TimelineRow; week: OfWeek }) {
  const { context } = week
  const session = useSession()
  const origin = useAddress(context)
  if (context.global.isTrustDR) return null
  if (!row.isActive) return <SubscribeStar name={row.name} use={{ kind: 'impossible' }} />
  if (session.kind === 'signed-in') return <OwnStar row={row} week={week} />
  const address = signInAddress({ notice: 'subscribe', origin })
  return <SubscribeStar name={row.name} use={{ kind: 'sign-in', address }} />
}

function OwnStar({ row, week: { context, all } }: { row: TimelineRow; week: OfWeek }) {
  const keeper = cloudKeeper(context.cloud.machine_name)
  const kept = useKept(keeper)
  const subscribe = useSubscribing(keeper)
  const isSubscribed = isSubscribedTo(kept, row)
  const isPartOfAll = kept.choices === undefined ? row.isPartOfAll : isAllOf(kept.choices, all)
  if (isPartOfAll) {
    const name = allName(all, { hasTypes: hasPremiumCenters(context.cloud) })
    const why = `Part of ${name}; change it in Subscriptions`
    return <SubscribeStar name={row.name} use={{ kind: 'fixed', isSubscribed, why }} />
  }
  const target = { kind: 'item', tid: row.tid, name: row.name } as const
  return (
    <SubscribeStar
      name={row.name}
      use={{
        kind: 'toggle',
        isSubscribed,
        onToggle: () => void subscribe(flipped(target, isSubscribed)),
      }}
    />
  )
}

/** Until the reader has changed something here, the page itself is all that is known. */
function isSubscribedTo({ choices, pending }: KeptChoices<CloudChoices>, row: TimelineRow): boolean {
  const kept = choices && choiceOf(choices, row.tid)
  if (kept !== undefined) return kept.isSubscribed
  const asked = pending.findLast(({ target }) => target.kind === 'item' && target.tid === row.tid)
  return asked === undefined ? row.isSubscribed === true : asked.action === 'subscribe'
}

/** What is kept of earlier changes is as old as they are, and a page that was read again is not. */
export function useFreshStars(pageData: unknown, { cloud, global }: PageContext) {
  const session = useSession()
  const isOwn = session.kind === 'signed-in' && !global.isTrustDR
  // biome-ignore lint/correctness/useExhaustiveDependencies: other data is what asks for it.
  useEffect(() => {
    if (!isOwn) return
    const keeper = cloudKeeper(cloud.machine_name)
    if (keeper.state().choices !== undefined) void keeper.load()
  }, [pageData, isOwn, cloud.machine_name])
}

/** The server knows the address without what other sites hang on it, and without the hash. */
function useAddress({ path }: PageContext) {
  const isServerPage = useSession().kind === 'unknown'
  const { search, hash } = useLocation()
  return isServerPage ? path : path + search + hash
}
