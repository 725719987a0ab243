import type { Publication } from './publication.ts'
import type { Subscription } from './subscription.ts'
import { subscriptionName } from './subscription-name.ts'

/** The subscription that caused a message. */
export interface Because extends Subscription {
  /** How many other subscriptions match, too. Unsubscribing ends them all, so the message mentions them. */
  others: number
  /** The record has left what they follow, but earlier messages said that it affected it. */
  noLongerAffected?: boolean
}

/** `because` is null if the subscription was deleted in the meantime. */
export function whyReceived(publication: Publication, because: Because | null): string {
  if (because === null) return 'You’re receiving this because you followed this when it was published.'
  // The publication doesn't know the names of what it left.
  if (because.noLongerAffected) return 'You’re receiving this because it was about something that you follow.'
  const { scope } = because
  const cloud = publication.content.clouds.find(({ id }) => id === because.cloudId)?.domain ?? null
  const name = subscriptionName({ scope, cloud, name: nameOfFollowed(publication, because) })
  return `You’re receiving this because you follow ${name}${othersWords(because)}.`
}

/** One paragraph, or none if it still affects what its reader follows. A post-mortem is about the past anyway. */
export function noLongerAffectedWords(
  { kind, step }: Pick<Publication, 'kind' | 'step'>,
  because: Because | null,
): string[] {
  return because?.noLongerAffected && step !== 'post_mortem' ? [NO_LONGER_AFFECTED[kind]] : []
}

const NO_LONGER_AFFECTED: Record<Publication['kind'], string> = {
  incident: 'This incident no longer affects what you follow.',
  maintenance: 'This maintenance no longer affects what you follow.',
  advisory: 'This security advisory no longer concerns what you follow.',
  notification: 'This notification no longer concerns what you follow.',
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
