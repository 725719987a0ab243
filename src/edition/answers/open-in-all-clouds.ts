import { centerState, gravity } from '../../domain/map/center-state.ts'
import type { SiteCloud } from '../edition.ts'
import type { RecordShelf } from '../record-shelf.ts'
import { type OpenRecord, openAtCenters } from './open-at-centers.ts'

interface Kept {
  minute: number
  records: RecordShelf
  open: Map<number, OpenRecord[]>
}

/** Look-ups are without number and none is kept, so what they all need is worked out once a minute. */
const kept = new WeakMap<Clouds, Kept>()

type Clouds = readonly SiteCloud[]

/** What is open at each data center, in whichever cloud. A record of several clouds stands there once. */
export function openInAllClouds(records: RecordShelf, clouds: Clouds, now: Date): Map<number, OpenRecord[]> {
  const minute = now.getTime()
  const before = kept.get(clouds)
  if (before?.minute === minute && before.records === records) return before.open
  const open = new Map<number, OpenRecord[]>()
  for (const cloud of clouds) {
    for (const [tid, found] of openAtCenters(records, cloud, now)) {
      const there = open.get(tid) ?? []
      open.set(tid, [...there, ...found.filter((record) => !there.some((each) => each.id === record.id))])
    }
  }
  for (const there of open.values()) there.sort(gravestFirst)
  kept.set(clouds, { minute, records, open })
  return open
}

function gravestFirst(a: OpenRecord, b: OpenRecord) {
  return gravity(centerState([b])) - gravity(centerState([a]))
}
