import type { Publication } from './publication.ts'
import type { Subscription } from './subscription.ts'
import { subscriptionName } from './subscription-name.ts'

/** The subscription that brought a message. */
export interface Because extends Subscription {
  /** How many others would have brought it, too. Unsubscribing from it ends them all, so a message tells of them. */
  others: number
}

/** Why the reader gets this. Null: the subscription has gone in the meantime. */
export function whyTold(publication: Publication, because: Because | null): string {
  if (because === null) return 'You’re receiving this because you followed this when it was published.'
  const { scope } = because
  const cloud = publication.content.clouds.find(({ id }) => id === because.cloudId)?.domain ?? null
  const name = subscriptionName({ scope, cloud, name: nameOf(publication, because) })
  return `You’re receiving this because you follow ${name}${othersWords(because)}.`
}

function othersWords({ others }: Because) {
  if (others === 0) return ''
  return ` and ${others === 1 ? 'one other thing' : `${others} other things`}`
}

/** Null where it has none, and of an incident that concerns a whole cloud, for then nothing is named. */
function nameOf({ content }: Publication, { scope, tid }: Because): string | null {
  switch (scope) {
    case 'service':
      return content.services.find((service) => service.tid === tid)?.name ?? null
    case 'region':
      return content.data_centers.find(({ region_tid }) => region_tid === tid)?.region ?? null
    case 'data_center':
      return content.data_centers.find((center) => center.tid === tid)?.name ?? null
    case 'term':
      return content.terms.find((term) => term.tid === tid)?.name ?? null
    default:
      return null
  }
}
