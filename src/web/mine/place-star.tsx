import { useEffect } from 'react'
import { Link } from 'react-router'
import { flipChosen, isChosen, MOST_CHOSEN, NOTHING_CHOSEN } from '../../domain/chosen-places.ts'
import { FOLLOW_PATH, followAddress } from '../../domain/follow-choice.ts'
import type { AllScope } from '../../domain/notifying/subscribable.ts'
import type { PlaceKind } from '../../domain/place-address.ts'
import { hasPremiumCenters, timelineAddress, timelineOn, timelineQuery } from '../../domain/timeline-query.ts'
import { useSession } from '../../ui/account/session.ts'
import { showToast } from '../../ui/toast/toast.ts'
import type { PageContext } from '../page.ts'
import { SubscribeStar } from '../parts/subscribe-star.tsx'
import { usePast } from '../past/past-context.ts'
import { flipped } from '../subscriptions/change.ts'
import type { ChoiceState } from '../subscriptions/choice-store.ts'
import { allName, type CloudChoices, choiceOf, isAllOf, scopeOf } from '../subscriptions/choices.ts'
import { cloudChoiceStore, useChoiceState } from '../subscriptions/own-choices.ts'
import { useSubscribing } from '../subscriptions/use-subscribing.tsx'
import { devicePlaces, flipOnDevice, isStoredOnDevice, useDevicePlaces } from './device-places.ts'

export interface StarredPlace {
  kind: PlaceKind
  tid: number
  name: string
  isActive: boolean
  /** From the page's data: the subscription of a signed-in reader. */
  known?: { isSubscribed: boolean; isPartOfAll: boolean; all: AllScope }
}

/**
 * S-10, U-12: a subscription for signed-in readers, a mark on this device for everyone else. Disaster recovery has no
 * accounts. `statusPath` is the page that shows a selection without scripts.
 */
export function PlaceStar({
  place,
  context,
  statusPath,
}: {
  place: StarredPlace
  context: PageContext
  statusPath: string | undefined
}) {
  const session = useSession()
  const past = usePast()
  if (past !== undefined) return null
  if (!place.isActive) return <SubscribeStar name={place.name} use={{ kind: 'impossible' }} />
  if (session.kind === 'signed-in' && !context.global.isTrustDR) {
    return <AccountStar place={place} context={context} />
  }
  if (session.kind !== 'unknown') return <DeviceStar place={place} context={context} />
  if (statusPath === undefined) return <SubscribeStar name={place.name} use={{ kind: 'impossible' }} />
  return <LinkedStar place={place} context={context} statusPath={statusPath} />
}

/** The rest of the address stays, so that readers without scripts can star one after another. */
function LinkedStar({
  place: { kind, tid, name },
  context: { cloud, path, query },
  statusPath,
}: {
  place: StarredPlace
  context: PageContext
  statusPath: string
}) {
  const view = timelineOn(cloud, timelineQuery(statusPath === path ? query : new URLSearchParams()))
  const mine = flipChosen(view.mine, kind, tid)
  const address = timelineAddress(statusPath, { ...view, post: undefined, mine })
  return (
    <SubscribeStar
      name={name}
      use={{ kind: 'link', isStarred: isChosen(view.mine, kind, tid), address: `${address}#row-${tid}` }}
    />
  )
}

function DeviceStar({ place: { kind, tid, name }, context }: { place: StarredPlace; context: PageContext }) {
  const isStarred = isChosen(useDevicePlaces(), kind, tid)
  const places = flipChosen(NOTHING_CHOSEN, kind, tid)
  const choice = { kind: 'places', cloud: context.cloud.machine_name, places } as const
  const onToggle = () => {
    if (!flipOnDevice(kind, tid)) return sayNoRoom()
    const isNow = isChosen(devicePlaces(), kind, tid)
    showToast(isNow ? starredText(name) : `Star removed from ${name}.`, {
      ...(isNow &&
        !context.global.isTrustDR && {
          action: (dismiss) => (
            <Link to={followAddress(FOLLOW_PATH, choice)} onClick={dismiss}>
              Get emails
            </Link>
          ),
        }),
    })
  }
  return <SubscribeStar name={name} use={{ kind: 'device', isStarred, onToggle }} />
}

export function sayNoRoom() {
  showToast(`You can star up to ${MOST_CHOSEN} services and data centers.`, { isProblem: true })
}

function starredText(name: string) {
  const howLong = isStoredOnDevice()
    ? 'Saved on this device, without an account.'
    : 'Saved until you close this page.'
  return `You starred ${name}. ${howLong}`
}

function AccountStar({ place, context }: { place: StarredPlace; context: PageContext }) {
  const { tid, name, known } = place
  const store = cloudChoiceStore(context.cloud.machine_name)
  const state = useChoiceState(store)
  const subscribe = useSubscribing(store)
  const isSubscribed = isSubscribedTo(state, place)
  const all = state.choices === undefined ? known?.all : scopeOf(state.choices, tid)
  const isPartOfAll =
    state.choices === undefined
      ? known?.isPartOfAll === true
      : all !== undefined && isAllOf(state.choices, all)
  if (isPartOfAll && all !== undefined) {
    const why = `Part of ${allName(all, { hasTypes: hasPremiumCenters(context.cloud) })}; change it in Subscriptions`
    return <SubscribeStar name={name} use={{ kind: 'fixed', isSubscribed, why }} />
  }
  const onToggle = () => void subscribe(flipped({ kind: 'item', tid, name }, isSubscribed))
  return <SubscribeStar name={name} use={{ kind: 'toggle', isSubscribed, onToggle }} />
}

function isSubscribedTo(
  { choices, pending }: ChoiceState<CloudChoices>,
  { tid, known }: StarredPlace,
): boolean {
  const choice = choices && choiceOf(choices, tid)
  if (choice !== undefined) return choice.isSubscribed
  const asked = pending.findLast(({ target }) => target.kind === 'item' && target.tid === tid)
  return asked === undefined ? known?.isSubscribed === true : asked.action === 'subscribe'
}

/** A component that shows nothing, so that a new session renders only this. */
export function FreshStars({
  pageData,
  context: { cloud, global },
}: {
  pageData: unknown
  context: PageContext
}) {
  const session = useSession()
  const isOwn = session.kind === 'signed-in' && !global.isTrustDR
  // biome-ignore lint/correctness/useExhaustiveDependencies: new page data is the trigger.
  useEffect(() => {
    if (!isOwn) return
    const store = cloudChoiceStore(cloud.machine_name)
    if (store.state().choices !== undefined) void store.load()
  }, [pageData, isOwn, cloud.machine_name])
  return null
}
