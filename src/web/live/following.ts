import type { EditionState } from '../../contract/edition.ts'
import { makeListeners } from '../../ui/listeners.ts'
import { type Follower, type Following, followEditions } from './follow-editions.ts'

const EDITION_PATH = '/api/edition'
/** The response is a hundred bytes. If it takes longer, it won't arrive. */
const ASK_WITHIN_MS = 8_000
const THERE_WITHIN_MS = 5_000

export interface SiteContact {
  /** Set while the site can't be reached: the last confirmation. */
  lostSince: Date | undefined
  isInMaintenance: boolean
}

let follower: Follower | undefined
let refresh: Following['refresh']
let connection: SiteContact = { lostSince: undefined, isInMaintenance: false }
const listeners = makeListeners()

/** Started by the boot script, or by React on pages without one. `by` of the last call refreshes the page. */
export function followFrom(shown: EditionState, by: Following['refresh']) {
  refresh = by
  if (follower !== undefined) return
  change({ lostSince: undefined, isInMaintenance: shown.in_maintenance })
  follower = followEditions({
    shown,
    ask: askEdition,
    refresh: refreshPage,
    onLost: (lostSince) => change({ ...connection, lostSince }),
    onMaintenance: (isInMaintenance) => change({ ...connection, isInMaintenance }),
    clock: Date.now,
    chance: Math.random,
  })
  if (!document.hidden) follower.start()
  document.addEventListener('visibilitychange', followVisibility)
  window.addEventListener('online', followVisibility)
}

export function refreshPage(newest: number) {
  return refresh(newest)
}

export function loadedEdition(...loaded: Parameters<Follower['loaded']>) {
  follower?.loaded(...loaded)
}

function followVisibility() {
  if (document.hidden) follower?.pause()
  else follower?.startAtOnce()
}

export function currentConnection(): SiteContact {
  return connection
}

export const onConnection = listeners.add

function change(next: SiteContact) {
  const isSame =
    next.lostSince === connection.lostSince && next.isInMaintenance === connection.isInMaintenance
  if (isSame) return
  connection = next
  listeners.notifyAll()
}

export async function isSiteThere(): Promise<boolean> {
  return fetchEdition('no-store', THERE_WITHIN_MS).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function askEdition(): Promise<EditionState> {
  const response = await fetchEdition('no-cache', ASK_WITHIN_MS)
  if (!response.ok) throw new Error(`Status ${response.status}`)
  return (await response.json()) as EditionState
}

function fetchEdition(cache: RequestCache, withinMs: number) {
  return fetch(EDITION_PATH, { cache, signal: AbortSignal.timeout(withinMs) })
}
