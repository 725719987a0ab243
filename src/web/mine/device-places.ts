import { useMemo, useSyncExternalStore } from 'react'
import {
  type ChosenPlaces,
  countChosen,
  flipChosen,
  formatChosen,
  isChosen,
  joinChosen,
  MOST_CHOSEN,
  parseChosen,
} from '../../domain/chosen-places.ts'
import type { PlaceKind } from '../../domain/place-address.ts'
import { forget, readStored, storageListeners, store } from '../../ui/parts/device-storage.ts'

/**
 * U-12: the services and data centers that a reader starred without an account, of all clouds together, spelled as in
 * addresses. Needs no consent: by starring, the reader asks for it. Ids that no longer exist stay and match nothing.
 */
export const MINE_NAME = 'candor-mine'

let unstored: string | undefined
const listeners = storageListeners()

/** Empty on the server, whose HTML is the same for everyone. Also follows other tabs. */
export function useDevicePlaces(): ChosenPlaces {
  const spelled = useSyncExternalStore(listeners.add, spelledPlaces, () => '')
  return useMemo(() => parseChosen(spelled), [spelled])
}

export function devicePlaces(): ChosenPlaces {
  return parseChosen(spelledPlaces())
}

export function isStoredOnDevice(): boolean {
  return unstored === undefined
}

/** False if there is no room for another star. */
export function flipOnDevice(kind: PlaceKind, id: number): boolean {
  const before = devicePlaces()
  const isFull = countChosen(before) >= MOST_CHOSEN && !isChosen(before, kind, id)
  if (!isFull) write(flipChosen(before, kind, id))
  return !isFull
}

/** False if there was no room for all of them. */
export function addOnDevice(places: ChosenPlaces): boolean {
  const own = devicePlaces()
  const room = MOST_CHOSEN - countChosen(own)
  const services = places.services.filter((id) => !own.services.includes(id))
  const dataCenters = places.dataCenters.filter((id) => !own.dataCenters.includes(id))
  const added = {
    services: services.slice(0, room),
    dataCenters: dataCenters.slice(0, Math.max(0, room - services.length)),
  }
  write(joinChosen(own, added))
  return services.length + dataCenters.length <= room
}

function spelledPlaces(): string {
  return unstored ?? readStored(MINE_NAME) ?? ''
}

function write(places: ChosenPlaces) {
  const spelled = formatChosen(places)
  if (spelled === '') for (const name of [MINE_NAME, SPACE_NAME]) forget(name)
  else store(MINE_NAME, spelled)
  unstored = (readStored(MINE_NAME) ?? '') === spelled ? undefined : spelled
  listeners.notifyAll()
}

/**
 * The last height of the personal verdict, the width of the window and the cloud: `390x212xnorthwall.net`.
 */
const SPACE_NAME = 'candor-mine-space'

/** So that the next page can reserve as much space before it has the text. */
export function noteSpace(heightPx: number) {
  const [, cloud = ''] = window.location.pathname.split('/')
  const spelled = `${window.innerWidth}x${Math.ceil(heightPx)}x${cloud}`
  if (readStored(SPACE_NAME) !== spelled) store(SPACE_NAME, spelled)
}

/** Space for another cloud would stay blank on a page without stars. */
export function forgetReservedSpace() {
  document.documentElement.style.removeProperty('--mine-space')
}

/**
 * Runs in <head> before the first paint: if there are stars, the page reserves as much space for the
 * personal verdict as it last needed on this cloud. The edge allows it by its hash.
 */
export const mineScript = `try{let s=localStorage,e=document.documentElement,[w,h,...c]=(s.getItem(${JSON.stringify(SPACE_NAME)})||"").split("x");if(s.getItem(${JSON.stringify(MINE_NAME)}))e.dataset.mine="";if(w==innerWidth&&h<2e3&&c.join("x")==location.pathname.split("/")[1])e.style.setProperty("--mine-space",+h+"px")}catch{}`
