import type { Publication } from './publication.ts'
import type { Subscription } from './subscription.ts'
import { subscriptionName } from './subscription-name.ts'

/** The subscription that caused a message. */
export interface Because extends Subscription {
  /** How many other subscriptions match, too. Unsubscribing ends them all, so the message mentions them. */
  others: number
}

/** `because` is null if the subscription was deleted in the meantime. */
export function whyReceived(publication: Publication, because: Because | null): string {
  if (because === null) return 'You’re receiving this because you followed this when it was published.'
  const { scope } = because
  const cloud = publication.content.clouds.find(({ id }) => id === because.cloudId)?.domain ?? null
  const name = subscriptionName({ scope, cloud, name: nameOfFollowed(publication, because) })
  return `You’re receiving this because you follow ${name}${othersWords(because)}.`
}

function othersWords({ others }: Because) {
  if (others === 0) return ''
  return ` and ${others === 1 ? 'one other thing' : `${others} other things`}`
}

function nameOfFollowed({ content }: Publication, { scope, tid }: Because): string | null {
  switch (scope) {
    case 'service':
      return content.services.find((service) => service.tid === tid)?.name ?? null
    case 'region':
      return content.data_centers.find(({ region_tid }) => region_tid === tid)?.region ?? null
    case 'data_center':
      return content.data_centers.find((center) => center.tid === tid)?.name ?? null
    case 'term':
      return content.terms.find((term) => term.tid === tid)?.name ?? null
    case 'record':
      return content.title
    default:
      return null
  }
}
