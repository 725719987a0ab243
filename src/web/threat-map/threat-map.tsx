import { type RefObject, useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { mapAddress } from '../../domain/map/map-query.ts'
import { threatMapAddress } from '../../domain/threat-replay/threat-map-query.ts'
import { exactNumber } from '../../domain/threats/number-words.ts'
import {
  THREAT_CATEGORIES,
  THREAT_CATEGORY_TITLES,
  type ThreatCategory,
} from '../../domain/threats/threat-category.ts'
import { makeListeners } from '../../ui/listeners.ts'
import { CategoryShape } from '../threats/category-shape.tsx'
import { wayOf } from './still-arcs.ts'
import { flowsOf, type ThreatDay, type ThreatFlow } from './threat-flow.ts'
import styles from './threat-map.module.css'
import { ThreatWorld } from './threat-world.tsx'
import { type Motion, useMotion } from './use-motion.ts'
import { type Latest, LISTED_FLOWS, useReplay } from './use-replay.ts'

export function ThreatMap({
  shown,
  category,
  path,
  centersPath,
}: {
  shown: ThreatDay
  category: ThreatCategory | undefined
  path: string
  centersPath: string | undefined
}) {
  const flows = useMemo(() => flowsOf(shown.flows, category), [shown.flows, category])
  const map = useRef<HTMLDivElement>(null)
  const flights = useRef<SVGGElement>(null)
  const motion = useMotion()
  const isPaused = useIsPaused()
  const isInView = useIsInView(map)
  const [isPointedAt, setPointedAt] = useState(false)
  const [litWay, setLitWay] = useState<string>()
  const lit = litWay === undefined ? undefined : flows.find((flow) => wayOf(flow) === litWay)
  const isMoving = motion === 'allowed' && flows.length > 0
  const latest = useReplay(flights, {
    flows,
    day: shown.day,
    category,
    isMoving,
    isHeld: isPaused || isPointedAt || !isInView,
  })
  return (
    <div className={styles.threatMap}>
      {shown.flows.length > 0 && (
        <div className={styles.controls}>
          <CategoryFilter path={path} chosen={category} />
          {flows.length > 0 && <ReplayControl motion={motion} />}
        </div>
      )}
      <div className={styles.board} data-alone={flows.length === 0 ? '' : undefined}>
        <div ref={map} className={styles.map} data-moves="">
          <ThreatWorld
            flows={flows}
            label={MAP_LABEL}
            isMoving={isMoving}
            lit={lit}
            onLight={setLitWay}
            flightsRef={flights}
          />
        </div>
        {flows.length > 0 && (
          <FlowList
            title={latest === undefined ? 'Largest flows' : 'Just replayed'}
            latest={latest ?? { turn: 0, flows: flows.slice(0, LISTED_FLOWS) }}
            centersPath={centersPath}
            onHeld={setPointedAt}
            litWay={litWay}
            onLight={setLitWay}
          />
        )}
      </div>
    </div>
  )
}

const MAP_LABEL = 'World map with lines from where threats came from to the data centers that blocked them.'

function useIsInView(element: RefObject<Element | null>): boolean {
  const [isInView, setIsInView] = useState(true)
  useEffect(() => {
    if (element.current === null) return
    const observer = new IntersectionObserver((entries) => {
      const newest = entries.at(-1)
      if (newest !== undefined) setIsInView(newest.isIntersecting)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isInView
}

/** Motion can be stopped (WCAG 2.2.2); reduced motion says why it is off. */
function ReplayControl({ motion }: { motion: Motion }) {
  const isPaused = useIsPaused()
  switch (motion) {
    case 'unknown':
      return <div className={styles.place} />
    case 'reduced':
      return <p className={styles.place}>Animation is off (reduced motion).</p>
    case 'allowed':
      return (
        <div className={styles.place}>
          <button type="button" className={`button ${styles.button}`} onClick={() => choosePaused(!isPaused)}>
            {isPaused ? 'Resume' : 'Pause'}
          </button>
        </div>
      )
  }
}

/** A pause lasts for the visit; nothing is stored. */
function useIsPaused(): boolean {
  return useSyncExternalStore(
    onChoice,
    () => isPaused,
    () => false,
  )
}

function choosePaused(chosen: boolean) {
  isPaused = chosen
  listeners.notifyAll()
}

let isPaused = false
const listeners = makeListeners()

const onChoice = listeners.add

function CategoryFilter({ path, chosen }: { path: string; chosen: ThreatCategory | undefined }) {
  return (
    <nav aria-label="Categories">
      <ul className={styles.filter}>
        {[undefined, ...THREAT_CATEGORIES].map((category) => (
          <li key={category ?? 'all'}>
            <Link
              to={threatMapAddress(path, { category })}
              preventScrollReset
              className={styles.choice}
              aria-current={category === chosen ? 'true' : undefined}
            >
              {category !== undefined && <CategoryShape category={category} />}
              {category === undefined ? 'All' : THREAT_CATEGORY_TITLES[category]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function FlowList({
  title,
  latest,
  centersPath,
  onHeld,
  litWay,
  onLight,
}: {
  title: string
  latest: Latest
  centersPath: string | undefined
  /** Called when pointer or focus enter or leave the list: it must not change while a link is about to be pressed. */
  onHeld(isHeld: boolean): void
  litWay: string | undefined
  onLight(way: string | undefined): void
}) {
  const titleId = useId()
  const held = useRef({ byPointer: false, byFocus: false })
  function hold(change: Partial<typeof held.current>) {
    held.current = { ...held.current, ...change }
    onHeld(held.current.byPointer || held.current.byFocus)
  }
  return (
    <section
      className={styles.list}
      aria-labelledby={titleId}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && hold({ byPointer: true })}
      onPointerLeave={() => hold({ byPointer: false })}
      onFocus={() => hold({ byFocus: true })}
      onBlur={() => hold({ byFocus: false })}
    >
      <header className={styles.header}>
        <h2 id={titleId}>{title}</h2>
        <p>Blocked that day</p>
      </header>
      <ol className={styles.flows}>
        {latest.flows.map((flow, row) => (
          // New keys with every arc, so that rows are replaced instead of moved: no layout shift.
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the same flow may appear twice
            key={`${latest.turn} ${row}`}
            className={styles.flow}
            data-lit={wayOf(flow) === litWay ? '' : undefined}
            onPointerEnter={() => onLight(wayOf(flow))}
            onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onLight(undefined)}
            onFocus={() => onLight(wayOf(flow))}
            onBlur={() => onLight(undefined)}
          >
            <CategoryShape category={flow.category} />
            <p className={styles.what}>{flow.family}</p>
            <p className={styles.category}>{THREAT_CATEGORY_TITLES[flow.category]}</p>
            <p className={styles.blocked}>{exactNumber(flow.blocked)}</p>
            <p className={styles.way}>
              {flow.country_name} <span aria-hidden="true">→</span>
              <span className="hidden">to</span> <Center flow={flow} centersPath={centersPath} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Center({ flow, centersPath }: { flow: ThreatFlow; centersPath: string | undefined }) {
  const { name } = flow.data_center
  if (centersPath === undefined) return name
  return <Link to={mapAddress(centersPath, { search: name })}>{name}</Link>
}
