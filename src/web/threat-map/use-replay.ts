import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type ArcPlayer, arcPlayer, type Departures } from './arc-player.ts'
import { replay } from './replay.ts'
import type { ThreatFlow } from './threat-flow.ts'

/** How many flows the list beside the map has room for. */
export const LISTED_FLOWS = 10

export interface Latest {
  /** Another one with every arc. */
  turn: number
  /** The newest first. */
  flows: readonly ThreatFlow[]
}

export interface ReplayOptions {
  flows: readonly ThreatFlow[]
  day: string | null
  category: string | undefined
  isMoving: boolean
  isHeld: boolean
}

/**
 * O-04: lets the flows fly over the map, and gives the latest of them; undefined while nothing moves. New figures take
 * over with the next arc; another category begins anew.
 */
export function useReplay(map: RefObject<SVGGElement | null>, options: ReplayOptions): Latest | undefined {
  const { flows, day, category, isMoving, isHeld } = options
  const [latest, setLatest] = useState<Latest>()
  const player = useRef<ArcPlayer>(undefined)
  const played = useRef<string>(undefined)
  // Every refresh of the page brings new objects; most of them say the same.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: another category begins anew
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever begins does not play yet
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

/** A full list from the beginning, as if one had looked on for a while. */
function listStart(departures: Departures): ThreatFlow[] {
  const shown: ThreatFlow[] = []
  while (shown.length < LISTED_FLOWS) {
    const next = departures.next()
    if (next.done) break
    shown.unshift(next.value.flow)
  }
  return shown
}
