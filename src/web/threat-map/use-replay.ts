import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type ArcPlayer, arcPlayer, type Departures } from './arc-player.ts'
import { replay } from './replay.ts'
import type { ThreatFlow } from './threat-flow.ts'

export const LISTED_FLOWS = 10

export interface Latest {
  /** Changes with every arc. */
  turn: number
  /** Newest first. */
  flows: readonly ThreatFlow[]
}

export interface ReplayOptions {
  flows: readonly ThreatFlow[]
  day: string | null
  category: string | undefined
  isMoving: boolean
  isHeld: boolean
}

/** O-04. New figures apply from the next arc; another category restarts. */
export function useReplay(map: RefObject<SVGGElement | null>, options: ReplayOptions): Latest | undefined {
  const { flows, day, category, isMoving, isHeld } = options
  const [latest, setLatest] = useState<Latest>()
  const player = useRef<ArcPlayer>(undefined)
  const played = useRef<string>(undefined)
  // Every refresh creates new objects, mostly with the same content.
  const figures = useMemo(() => JSON.stringify([day, flows]), [day, flows])
  const departures = () => {
    played.current = figures
    return replay(flows, day ?? '')
  }

  const begin = useEffectEvent((layer: SVGGElement) => {
    const coming = departures()
    setLatest({ turn: 0, flows: listStart(coming) })
    const begun = arcPlayer(layer, (flow) => setLatest((shown) => withNewest(shown, flow)))
    begun.follow(coming)
    return begun
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another category restarts
  useEffect(() => {
    if (!isMoving || map.current === null) return
    const begun = begin(map.current)
    player.current = begun
    return () => {
      begun.end()
      player.current = undefined
      setLatest(undefined)
    }
  }, [map, isMoving, category])

  const goOn = useEffectEvent(() => player.current?.follow(departures()))
  useEffect(() => {
    if (played.current !== undefined && played.current !== figures) goOn()
  }, [figures])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new player doesn't play yet
  useEffect(() => {
    if (isHeld) player.current?.hold()
    else player.current?.play()
  }, [isHeld, isMoving, category])

  return latest
}

function withNewest({ turn, flows }: Latest = NOTHING_YET, flow: ThreatFlow): Latest {
  return { turn: turn + 1, flows: [flow, ...flows].slice(0, LISTED_FLOWS) }
}

const NOTHING_YET: Latest = { turn: 0, flows: [] }

/** A full list from the start, as if the replay had run for a while. */
function listStart(departures: Departures): ThreatFlow[] {
  const shown: ThreatFlow[] = []
  while (shown.length < LISTED_FLOWS) {
    const next = departures.next()
    if (next.done) break
    shown.unshift(next.value.flow)
  }
  return shown
}
