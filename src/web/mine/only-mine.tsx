import { Link } from 'react-router'
import {
  type ChosenPlaces,
  countChosen,
  formatChosen,
  joinChosen,
  MOST_CHOSEN,
  NOTHING_CHOSEN,
} from '../../domain/chosen-places.ts'
import { useSession } from '../../ui/account/session.ts'
import type { PageContext } from '../page.ts'
import { addOnDevice, useDevicePlaces } from './device-places.ts'
import styles from './only-mine.module.css'
import { type OwnPlaces, useOwnPlaces } from './own-places.ts'
import { sayNoRoom } from './place-star.tsx'

export interface MineView {
  mine: ChosenPlaces
  isOnly: boolean
  addressOf(mine: ChosenPlaces, isOnly: boolean): string
}

/** For pages without a personal verdict. */
export function OnlyMine({ context, view }: { context: PageContext; view: MineView }) {
  const own = useOwnPlaces(context, view.mine)
  // Signed-in readers got the space before their subscriptions were known.
  if (own.kind === 'none' && !own.isSignedIn) return null
  return (
    <div
      className={styles.slot}
      data-waiting={own.kind === 'waiting' ? '' : undefined}
      data-wide={own.kind === 'some' && own.from === 'address' ? '' : undefined}
    >
      {own.kind === 'some' && <MineSwitch own={own} view={view} />}
      {own.kind === 'some' && <StarThese own={own} context={context} />}
    </div>
  )
}

/** Addresses of selections are not for search engines. */
export function MineSwitch({
  own: { places },
  view: { isOnly, addressOf },
}: {
  own: Extract<OwnPlaces, { kind: 'some' }>
  view: MineView
}) {
  const starred = useDevicePlaces()
  // A subscription to all covers more than an address can name.
  if (countChosen(places) > MOST_CHOSEN) return null
  const areStarred = isPartOf(places, starred)
  const to = isOnly ? addressOf(areStarred ? NOTHING_CHOSEN : places, false) : addressOf(places, true)
  return (
    <Link className={`button ${styles.control}`} to={to} rel="nofollow" preventScrollReset>
      {isOnly ? 'Show everything' : 'Only mine'}
    </Link>
  )
}

/** For a selection in the address. Signed-in readers have subscriptions instead. */
export function StarThese({
  own: { places, from },
  context,
}: {
  own: Extract<OwnPlaces, { kind: 'some' }>
  context: PageContext
}) {
  const session = useSession()
  const starred = useDevicePlaces()
  const isOfAccount = session.kind === 'signed-in' && !context.global.isTrustDR
  if (from !== 'address' || isOfAccount) return null
  if (session.kind !== 'unknown' && isPartOf(places, starred)) {
    return <p className={styles.saved}>Saved on this device</p>
  }
  return (
    <button
      type="button"
      className={`button ${styles.control} ${styles.save}`}
      data-waiting={session.kind === 'unknown' ? '' : undefined}
      onClick={() => {
        if (!addOnDevice(places)) sayNoRoom()
      }}
    >
      Save these on this device
    </button>
  )
}

function isPartOf(places: ChosenPlaces, starred: ChosenPlaces) {
  return formatChosen(joinChosen(starred, places)) === formatChosen(starred)
}
