import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { type ChosenPlaces, countChosen, NOTHING_CHOSEN } from '../../domain/chosen-places.ts'
import { currentSession, useSession } from '../../ui/account/session.ts'
import type { PageContext } from '../page.ts'
import { type ChoiceState, NO_CHOICES_YET } from '../subscriptions/choice-store.ts'
import type { CloudChoices } from '../subscriptions/choices.ts'
import { cloudChoiceStore } from '../subscriptions/own-choices.ts'
import { useDevicePlaces } from './device-places.ts'

export type OwnPlaces =
  /** In the server's HTML, and until a signed-in reader's subscriptions are loaded. */
  | { kind: 'waiting' }
  | { kind: 'none'; isSignedIn: boolean }
  | { kind: 'some'; places: ChosenPlaces; from: OwnSource }

export type OwnSource = 'address' | 'account' | 'device'

export function useOwnPlaces({ cloud, global }: PageContext, inAddress: ChosenPlaces): OwnPlaces {
  const session = useSession()
  const onDevice = useDevicePlaces()
  const isSignedIn = session.kind === 'signed-in' && !global.isTrustDR
  const account = useAccountPlaces(cloud.machine_name, isSignedIn ? session.security : undefined)
  if (countChosen(inAddress) > 0) return { kind: 'some', places: inAddress, from: 'address' }
  if (session.kind === 'unknown' || account === 'waiting') return { kind: 'waiting' }
  const places = account ?? onDevice
  if (countChosen(places) === 0) return { kind: 'none', isSignedIn }
  return { kind: 'some', places, from: isSignedIn ? 'account' : 'device' }
}

function useAccountPlaces(
  machineName: string,
  security: string | undefined,
): ChosenPlaces | 'waiting' | undefined {
  const isSignedIn = security !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: another session has another store.
  const subscribe = useCallback(
    (listener: () => void) => (isSignedIn ? cloudChoiceStore(machineName).onState(listener) : () => {}),
    [machineName, security],
  )
  const { choices, failure } = useSyncExternalStore<ChoiceState<CloudChoices>>(
    subscribe,
    () =>
      isSignedIn && currentSession().kind === 'signed-in'
        ? cloudChoiceStore(machineName).state()
        : NO_CHOICES_YET,
    () => NO_CHOICES_YET,
  )
  const isMissing = isSignedIn && choices === undefined && failure === undefined
  useEffect(() => {
    if (isMissing) void cloudChoiceStore(machineName).load()
  }, [isMissing, machineName])
  if (!isSignedIn) return undefined
  if (choices === undefined) return failure === undefined ? 'waiting' : NOTHING_CHOSEN
  return placesSubscribed(choices)
}

function placesSubscribed({ core, centers }: CloudChoices): ChosenPlaces {
  const regions = [...centers.public.regions, ...centers.premium.regions]
  return {
    services: idsSubscribed(core.services),
    dataCenters: idsSubscribed(regions.flatMap((region) => region.centers)),
  }
}

function idsSubscribed(choices: readonly { tid: number; isSubscribed: boolean }[]) {
  const ids = choices.filter(({ isSubscribed }) => isSubscribed).map(({ tid }) => tid)
  return [...new Set(ids)].sort((a, b) => a - b)
}
