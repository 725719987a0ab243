import { makeListeners } from '../../ui/listeners.ts'

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

export const freshRecords = {
  get: (id: number): Freshness | undefined => marked.get(id)?.freshness,
  mark(ids: readonly number[]) {
    for (const id of ids) setMark(id, 'fresh')
    if (ids.length > 0) listeners.notifyAll()
  },
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
