import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { signInAddress } from '../../domain/account/sign-in-address.ts'
import { useSession } from '../account/session.ts'
import type { PageContext } from '../page.ts'
import { SubscribeStar } from '../parts/subscribe-star.tsx'
import { flipped } from '../subscriptions/change.ts'
import type { CloudChoices } from '../subscriptions/choices.ts'
import { choiceOf } from '../subscriptions/choices.ts'
import type { KeptChoices } from '../subscriptions/keep-choices.ts'
import { cloudKeeper, useKept } from '../subscriptions/own-choices.ts'
import { useSubscribing } from '../subscriptions/use-subscribing.tsx'
import type { TimelineRow } from './timeline-block.ts'

/** S-10, U-12: the star of a service or data center. In disaster recovery there is none. */
export function RowStar({ row, context }: { row: TimelineRow; context: PageContext }) {
  const session = useSession()
  const origin = useAddress(context)
  if (context.global.isTrustDR) return null
  if (!row.isActive) return <SubscribeStar name={row.name} use={{ kind: 'impossible' }} />
  if (session.kind === 'signed-in') return <OwnStar row={row} cloud={context.cloud.machine_name} />
  const address = signInAddress({ notice: 'subscribe', origin })
  return <SubscribeStar name={row.name} use={{ kind: 'sign-in', address }} />
}

function OwnStar({ row, cloud }: { row: TimelineRow; cloud: string }) {
  const keeper = cloudKeeper(cloud)
  const subscribe = useSubscribing(keeper)
  const isSubscribed = isSubscribedTo(useKept(keeper), row)
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
