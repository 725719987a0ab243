import type { NotificationType } from '../notification-type.ts'
import type { PlannedWindow, PublicationAudience, PublicationStep } from './publication.ts'
import type { Subscription } from './subscription.ts'

export interface NotifiedThings {
  services: ReadonlyMap<number, { cloudId: number }>
  dataCenters: ReadonlyMap<number, { regionTid: number; isPremium: boolean }>
  terms: ReadonlyMap<number, { notificationType: NotificationType }>
}

/** Which earlier messages this one follows up on. Their recipients get it, even if it left their places since. */
export type NotifiedSince = 'first' | 'last'

export function notifiedSince({
  step,
  isReopened,
}: Pick<PublicationAudience, 'step' | 'isReopened'>): NotifiedSince {
  return isReopened || STEPS_FOR_ALL_NOTIFIED.includes(step) ? 'first' : 'last'
}

/** An edit gave maintenance another start than the last message. Postponing has a step of its own. */
export function isMoved(
  step: PublicationStep,
  {
    now,
    before,
  }: {
    now: Pick<PlannedWindow, 'from_time'> & { closed_on: string | null }
    before: PlannedWindow | undefined
  },
): boolean {
  // Work that is over or put off has no time that people could plan with.
  if (step !== 'updated' || before === undefined || now.closed_on !== null) return false
  return instant(now.from_time) !== instant(before.from_time)
}

/** A draft may write the same time in another way. */
function instant(time: string | null): number | null {
  return time === null ? null : Date.parse(time)
}

export const STEPS_FOR_ALL_NOTIFIED: readonly PublicationStep[] = [
  'resolved',
  'completed',
  'postponed',
  'cancelled',
  'post_mortem',
]

/**
 * U-10. The query in src/db/recipient-rules.ts must give the same result; a test with random sites compares
 * them.
 */
export function isNotified(
  publication: PublicationAudience,
  subscription: Subscription,
  things: NotifiedThings,
): boolean {
  if (subscription.scope === 'record') return subscription.tid === publication.recordId
  switch (publication.kind) {
    case 'incident':
      return isOnItsClouds(publication, subscription) && matchesIncident(publication, subscription, things)
    case 'maintenance':
    case 'advisory':
      return isOnItsClouds(publication, subscription) && subscription.scope === publication.kind
    case 'notification':
      return matchesNotification(publication, subscription, things)
  }
}

function isOnItsClouds({ cloudIds }: PublicationAudience, { cloudId }: Subscription): boolean {
  return cloudId !== null && cloudIds.includes(cloudId)
}

function matchesIncident(
  { serviceTids, dataCenterTids }: PublicationAudience,
  { scope, cloudId, tid }: Subscription,
  { services, dataCenters }: NotifiedThings,
): boolean {
  const isOfWholeCloud = serviceTids.length === 0 && dataCenterTids.length === 0
  const centers = dataCenterTids.flatMap((named) => dataCenters.get(named) ?? [])
  switch (scope) {
    case 'core_cloud_services':
      return isOfWholeCloud || serviceTids.some((named) => services.get(named)?.cloudId === cloudId)
    case 'service':
      return isOfWholeCloud || serviceTids.some((named) => named === tid)
    case 'datacenter':
      return isOfWholeCloud || centers.some(({ isPremium }) => !isPremium)
    case 'premium_datacenters':
      return isOfWholeCloud || centers.some(({ isPremium }) => isPremium)
    case 'region':
      return isOfWholeCloud || centers.some(({ regionTid }) => regionTid === tid)
    case 'data_center':
      return isOfWholeCloud || dataCenterTids.some((named) => named === tid)
    case 'maintenance':
    case 'advisory':
    case 'terms':
    case 'term':
    case 'record':
      return false
  }
}

function matchesNotification(
  { notificationType, termTids }: PublicationAudience,
  { scope, tid }: Subscription,
  { terms }: NotifiedThings,
): boolean {
  if (scope === 'terms') return true
  if (scope !== 'term' || tid === null) return false
  const isOfWholeType = termTids.length === 0
  return isOfWholeType ? terms.get(tid)?.notificationType === notificationType : termTids.includes(tid)
}
