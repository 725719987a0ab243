import { isNotified, type NotifiedThings } from '../../../domain/notifying/is-notified.ts'
import type { Subscription } from '../../../domain/notifying/subscription.ts'
import type { Edition } from '../../edition.ts'
import type { EditionRecord } from '../../edition-record.ts'
import { recordsOfCloud } from '../../record-shelf.ts'
import { maintenanceEvents } from './maintenance-events.ts'
import { writeCalendar } from './write-calendar.ts'

export function writeOwnCalendar(
  edition: Edition,
  {
    subscriptions,
    publicUrl,
    isGovDeployment,
  }: { subscriptions: readonly Subscription[]; publicUrl: string; isGovDeployment: boolean },
): string {
  const { site, records } = edition
  // Subscriptions to a cloud outlive it, its pages don't.
  const clouds = cloudsOfCalendar(subscriptions).filter((id) => site.clouds.some((cloud) => cloud.id === id))
  const works = new Set(clouds.flatMap((id) => recordsOfCloud(records, 'maintenance', id)))
  const maintenance = subscriptions.filter(({ scope }) => scope === 'maintenance')
  const followed = [...works].filter((work) => {
    const audience = audienceOf(work)
    return maintenance.some((each) => isNotified(audience, each, THINGS))
  })
  const name = `${site.provider.name} maintenance · your subscriptions`
  return writeCalendar(
    { name, publicUrl },
    maintenanceEvents(edition, followed, { cloud: undefined, publicUrl, isGovDeployment }),
  )
}

/** The clouds that determine a calendar. Maintenance subscriptions are per cloud, so nothing else affects it. */
export function cloudsOfCalendar(subscriptions: readonly Subscription[]): number[] {
  const clouds = subscriptions.flatMap(({ scope, cloudId }) =>
    scope === 'maintenance' && cloudId !== null ? cloudId : [],
  )
  return [...new Set(clouds)].sort((a, b) => a - b)
}

function audienceOf({ id, clouds, services, dataCenters }: EditionRecord) {
  return {
    recordId: id,
    kind: 'maintenance' as const,
    notificationType: null,
    step: 'scheduled' as const,
    gravestRank: 0,
    cloudIds: clouds,
    serviceTids: services,
    dataCenterTids: dataCenters,
    termTids: [],
  }
}

/** Only matter for incidents and notifications. */
const THINGS: NotifiedThings = { services: new Map(), dataCenters: new Map(), terms: new Map() }
