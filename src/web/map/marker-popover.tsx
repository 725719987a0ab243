import { type RefObject, useEffect, useEffectEvent, useId } from 'react'
import { Link } from 'react-router'
import { listAddress, WHOLE_LIST } from '../../domain/list-query.ts'
import { gravity } from '../../domain/map/center-state.ts'
import { toneOfState } from '../../ui/parts/tone.ts'
import { middleOfMarker } from '../../ui/world/map-keys.ts'
import type { PageContext } from '../page.ts'
import { Popover } from '../parts/popover/popover.tsx'
import type { MarkShown } from '../parts/popover/use-mark-shown.ts'
import { listOfRecord } from '../record/list-of-record.ts'
import { CenterStar } from './center-star.tsx'
import { CenterStatus } from './center-status.tsx'
import type { MapCenter } from './map-center.ts'
import { kindsInWords, type MapMarker, placesOf } from './map-marker.ts'
import styles from './marker-popover.module.css'
import { OpenRecords } from './open-records.tsx'

const MOST_SHARE_OF_HEIGHT = 0.6

export function MarkerPopover({
  ref,
  box,
  marker,
  shown,
  context,
  onClose,
}: {
  ref: RefObject<HTMLDivElement | null>
  box: RefObject<HTMLElement | null>
  marker: MapMarker
  shown: MarkShown
  context: PageContext
  onClose: () => void
}) {
  const titleId = useId()
  const { members, state } = marker
  const [first] = members
  const isOne = members.length === 1
  const isOnePlace = members.every(({ place }) => place === first.place)
  useClosedOutOfBox(box, shown, onClose)

  return (
    <Popover
      ref={ref}
      shown={shown}
      titleId={titleId}
      tone={state === 'operational' ? 'quiet' : toneOfState(state)}
      className={styles.popover}
      mostShareOfHeight={MOST_SHARE_OF_HEIGHT}
      onClose={onClose}
    >
      <div className={styles.head}>
        <h3 id={titleId}>{isOne ? first.name : `${members.length} data centers`}</h3>
        {isOne && <CenterStar center={first} context={context} />}
        <button type="button" aria-label="Close" className={styles.close} onClick={onClose}>
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="m3.500 3.500 9 9m0-9-9 9" />
          </svg>
        </button>
      </div>
      <p className={styles.places}>{placesOf(members)}</p>
      <ul className={styles.members}>
        {members.toSorted(worstFirst).map((member) => (
          <li key={member.tid}>
            <Center center={member} isNamed={!isOne} isPlaced={!isOnePlace} context={context} />
          </li>
        ))}
      </ul>
    </Popover>
  )
}

function worstFirst(a: MapCenter, b: MapCenter) {
  return gravity(b.state) - gravity(a.state)
}

function Center({
  center,
  isNamed,
  isPlaced,
  context,
}: {
  center: MapCenter
  isNamed: boolean
  isPlaced: boolean
  context: PageContext
}) {
  const list = listOfRecord({ post_type: 'incident' }, context)
  const kinds = kindsInWords(center)
  return (
    <div className={styles.center}>
      {isNamed && (
        <div className={styles.named}>
          <h4>{center.name}</h4>
          <CenterStar center={center} context={context} />
        </div>
      )}
      {isNamed && <CenterStatus state={center.state} />}
      <p className={styles.facts}>
        {!isNamed && <CenterStatus state={center.state} />}
        {isPlaced ? `${center.place} · ${kinds}` : kinds}
      </p>
      {list !== undefined && (
        <Link
          to={listAddress(list.path, { ...WHOLE_LIST, dataCenters: [center.tid] })}
          className={styles.records}
        >
          {list.name}
          <span className="hidden"> of {center.name}</span>
        </Link>
      )}
      <OpenRecords open={center.open} context={context} />
    </div>
  )
}

function useClosedOutOfBox(box: RefObject<HTMLElement | null>, { mark }: MarkShown, close: () => void) {
  const look = useEffectEvent(() => {
    const bounds = box.current?.getBoundingClientRect()
    if (bounds === undefined) return
    const { x, y } = middleOfMarker(mark)
    const isInside = x >= bounds.left && x <= bounds.right && y >= bounds.top && y <= bounds.bottom
    if (!isInside) close()
  })
  useEffect(() => {
    const element = box.current
    const onMoved = () => look()
    element?.addEventListener('scroll', onMoved)
    return () => element?.removeEventListener('scroll', onMoved)
  }, [box])
}
