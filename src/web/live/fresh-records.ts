import { makeListeners } from '../../ui/listeners.ts'

/** Long enough to notice at a glance now and then. */
const MARKED_FOR_MS = 60_000
/** Same as the transition in updated-mark.module.css. */
const FADES_FOR_MS = 600

export type Freshness = 'fresh' | 'fading'

interface Marked {
  freshness: Freshness
  timer: ReturnType<typeof setTimeout>
}

const marked = new Map<number, Marked>()
const listeners = makeListeners()

/** Ids of records that a live update has just added or changed on screen. */
export const freshRecords = {
  get: (id: number): Freshness | undefined => marked.get(id)?.freshness,
  mark(ids: readonly number[]) {
    for (const id of ids) setMark(id, 'fresh')
    if (ids.length > 0) listeners.notifyAll()
  },
  /** Marks only make sense on the page where the change happened. */
  clear() {
    if (marked.size === 0) return
    for (const { timer } of marked.values()) clearTimeout(timer)
    marked.clear()
    listeners.notifyAll()
  },
  subscribe: listeners.add,
}

function setMark(id: number, freshness: Freshness) {
  clearTimeout(marked.get(id)?.timer)
  const timer = setTimeout(() => age(id, freshness), freshness === 'fresh' ? MARKED_FOR_MS : FADES_FOR_MS)
  marked.set(id, { freshness, timer })
}

function age(id: number, freshness: Freshness) {
  if (freshness === 'fresh') setMark(id, 'fading')
  else marked.delete(id)
  listeners.notifyAll()
}
