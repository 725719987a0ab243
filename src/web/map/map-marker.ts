import { type CenterState, centerStateWord, gravestOf, gravity } from '../../domain/map/center-state.ts'
import { type Point, projectPlace } from '../../domain/map/world-projection.ts'
import { shortened } from '../../ui/parts/words.ts'
import { kindWords, type MarkerKind, markerKind } from './center-kind.ts'
import type { MapCenter } from './map-center.ts'
import { mergeMarkers } from './merge-markers.ts'

export interface MapMarker {
  id: number
  /** In world units. */
  point: Point
  kind: MarkerKind
  state: CenterState
  members: readonly [MapCenter, ...MapCenter[]]
  label: string
}

/** In paint order: trouble on top, then merged markers, then single ones. */
export function mapMarkers(centers: readonly MapCenter[], mergeDegrees: number): MapMarker[] {
  return mergeMarkers(centers, mergeDegrees)
    .map(({ id, place, members }) => ({
      id,
      point: projectPlace(place),
      kind: markerKind(members),
      state: gravestOf(members.map(({ state }) => state)),
      members,
      label: labelOf(members),
    }))
    .sort((a, b) => gravity(a.state) - gravity(b.state) || a.members.length - b.members.length)
}

export function markerWith(markers: readonly MapMarker[], tid: number): MapMarker | undefined {
  return markers.find(({ members }) => members.some((member) => member.tid === tid))
}

function labelOf(members: MapMarker['members']): string {
  const [first, ...others] = members
  if (others.length > 0) {
    return `${members.length} data centers, ${placesOf(members)}: ${troublesOf(members)}`
  }
  return `${first.name}, ${first.place}: ${kindsInWords(first)}, ${centerStateWord(first.state)}`
}

const PLACES_NAMED = 2

export function placesOf(members: readonly MapCenter[]): string {
  return shortened([...new Set(members.map(({ place }) => place))], PLACES_NAMED)
}

export function kindsInWords({ kinds }: MapCenter): string {
  return kinds.map(kindWords).join(', ')
}

function troublesOf(members: readonly MapCenter[]) {
  const troubled = members.map(({ state }) => state).filter((state) => state !== 'operational')
  const worstFirst = [...new Set(troubled)].sort((a, b) => gravity(b) - gravity(a))
  if (worstFirst.length === 0) return 'all running'
  return worstFirst
    .map((state) => `${troubled.filter((each) => each === state).length} ${centerStateWord(state)}`)
    .join(', ')
}
