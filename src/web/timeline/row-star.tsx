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

/** S-10, U-12: no stars in disaster recovery. */
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

/** Without changes here, the page data decides. */
function isSubscribedTo({ choices, pending }: KeptChoices<CloudChoices>, row: TimelineRow): boolean {
  const kept = choices && choiceOf(choices, row.tid)
  if (kept !== undefined) return kept.isSubscribed
  const asked = pending.findLast(({ target }) => target.kind === 'item' && target.tid === row.tid)
  return asked === undefined ? row.isSubscribed === true : asked.action === 'subscribe'
}

/** Reloads the stored choices when the page data is newer. */
export function useFreshStars(pageData: unknown, { cloud, global }: PageContext) {
  const session = useSession()
  const isOwn = session.kind === 'signed-in' && !global.isTrustDR
  // biome-ignore lint/correctness/useExhaustiveDependencies: new page data is the trigger.
  useEffect(() => {
    if (!isOwn) return
    const keeper = cloudKeeper(cloud.machine_name)
    if (keeper.state().choices !== undefined) void keeper.load()
  }, [pageData, isOwn, cloud.machine_name])
}

/** The server doesn't know the hash or foreign query parameters. */
function useAddress({ path }: PageContext) {
  const isServerPage = useSession().kind === 'unknown'
  const { search, hash } = useLocation()
  return isServerPage ? path : path + search + hash
}
