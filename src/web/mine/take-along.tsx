import { useContext, useEffect } from 'react'
import type { Read } from '../../contract/public-reads.ts'
import { type ChosenPlaces, chosenAmong, countChosen } from '../../domain/chosen-places.ts'
import type { Cloud } from '../../domain/cloud.ts'
import { chosenInWords } from '../../domain/personal-verdict.ts'
import { readByFetch } from '../../ui/account/read-by-fetch.ts'
import { savedMachineName } from '../../ui/account/saved-cloud.ts'
import { useSession } from '../../ui/account/session.ts'
import type { Fields } from '../../ui/forms/use-form.ts'
import { useRoot } from '../../ui/root-data.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { RefreshContext } from '../live/refresh-context.ts'
import { cloudChoiceStore } from '../subscriptions/own-choices.ts'
import { devicePlaces, useDevicePlaces } from './device-places.ts'
import styles from './take-along.module.css'

const FIELD = 'take-along'

/** Set when the form is sent, used when the session opens; between them may be a second step. */
let isWanted = false

export function noteTakeAlong(fields: Fields) {
  isWanted = FIELD in fields
}

/**
 * Someone who signs up asks for emails; someone who signs in has chosen theirs already, and the stars may be
 * those of another reader.
 */
export function TakeAlong({ isAskedFor }: { isAskedFor: boolean }) {
  const places = useDevicePlaces()
  const isWaiting = useSession().kind === 'unknown'
  if (isWaiting) return <div className={styles.choice} data-waiting="" />
  if (countChosen(places) === 0) return null
  const isOne = countChosen(places) === 1
  return (
    <label className={styles.choice}>
      <input type="checkbox" name={FIELD} value="1" defaultChecked={isAskedFor} />
      <span>
        {isAskedFor
          ? `Your ${starredInWords(places)} will be added to your subscriptions. You’ll get emails about ${isOne ? 'it' : 'them'}.`
          : `Add the ${starredInWords(places)} on this device to my subscriptions`}
      </span>
    </label>
  )
}

export function useTakeAlong() {
  const session = useSession()
  const { global } = useRoot()
  const refresh = useContext(RefreshContext)
  const security = session.kind === 'signed-in' ? session.security : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the session opens.
  useEffect(() => {
    if (security === undefined || !isWanted) return
    isWanted = false
    void takeAlong(global.clouds, devicePlaces()).then((isDone) => {
      if (isDone) void refresh?.()
    })
  }, [security])
}

async function takeAlong(clouds: readonly Cloud[], places: ChosenPlaces): Promise<boolean> {
  try {
    const known = await placesByCloud(readByFetch, clouds)
    const orders = ordersFor(places, known, savedMachineName())
    // Some may be gone since they were starred.
    const added = starredInWords(
      chosenAmong(places, {
        services: known.flatMap(({ services }) => services),
        dataCenters: known.flatMap(({ dataCenters }) => dataCenters),
      }),
    )
    const answers = await Promise.all(
      orders.map(({ cloud, tids }) =>
        cloudChoiceStore(cloud).change({
          action: 'subscribe',
          target: { kind: 'group', tids, name: added },
        }),
      ),
    )
    const refused = answers.find(({ kind }) => kind === 'refused')
    if (refused !== undefined) throw new Error('refused')
    if (orders.length > 0) showToast(`Added to your subscriptions: your ${added}.`)
    return orders.length > 0
  } catch {
    showToast('We couldn’t add your stars to your subscriptions. They are still on this device.', {
      isProblem: true,
      stays: true,
    })
    return false
  }
}

interface PlacesOfCloud {
  cloud: string
  services: readonly { tid: number }[]
  dataCenters: readonly { tid: number }[]
}

function placesByCloud(read: Read, clouds: readonly Cloud[]): Promise<PlacesOfCloud[]> {
  const places = (ids: readonly number[]) => ids.map((tid) => ({ tid }))
  return Promise.all(
    clouds.map(async ({ machine_name: cloud }) => {
      const { data } = await read('/api/verdict', { cloud })
      return { cloud, services: places(data.service_ids), dataCenters: places(data.datacenter_ids) }
    }),
  )
}

/**
 * What to subscribe to on which cloud. A service is on one cloud. A data center may be on several: it counts for the
 * clouds of the starred services, else for the selected cloud, else for the first that has it.
 */
export function ordersFor(
  places: ChosenPlaces,
  clouds: readonly PlacesOfCloud[],
  selected: string | undefined,
): { cloud: string; tids: number[] }[] {
  const here = clouds.map(({ cloud, ...known }) => ({ cloud, ...chosenAmong(places, known) }))
  const homes = (id: number) => {
    const having = here.filter(({ dataCenters }) => dataCenters.includes(id))
    const used = having.filter(({ services }) => services.length > 0)
    if (used.length > 0) return used
    return [having.find(({ cloud }) => cloud === selected) ?? having[0]]
  }
  return here
    .map((each) => ({
      cloud: each.cloud,
      tids: [...each.services, ...each.dataCenters.filter((id) => homes(id).includes(each))],
    }))
    .filter(({ tids }) => tids.length > 0)
}

function starredInWords({ services, dataCenters }: ChosenPlaces) {
  const words = chosenInWords({ services: services.length, dataCenters: dataCenters.length })
  return words.replace(/(\d+) /g, '$1 starred ')
}
