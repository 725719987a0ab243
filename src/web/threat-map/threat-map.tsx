import { useMemo, useRef, useState } from 'react'
import type { ThreatCategory } from '../../domain/threats/threat-category.ts'
import { CategoryFilter } from './category-filter.tsx'
import { FlowList } from './flow-list.tsx'
import { useIsPaused } from './replay-choice.ts'
import { ReplayControl } from './replay-control.tsx'
import { wayOf } from './still-arcs.ts'
import { flowsOf, type ThreatDay } from './threat-flow.ts'
import styles from './threat-map.module.css'
import { ThreatWorld } from './threat-world.tsx'
import { useIsInView } from './use-is-in-view.ts'
import { useMotion } from './use-motion.ts'
import { LISTED_FLOWS, useReplay } from './use-replay.ts'

/** O-04: the replay of a day over the world, and what flies in a list beside it. */
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
        <div ref={map} className={styles.map}>
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
