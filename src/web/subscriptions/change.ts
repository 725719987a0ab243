import type { AllScope, SubscriptionAction } from '../../domain/notifying/subscribable.ts'
import {
  SUBSCRIBED_TO_ALL,
  SUBSCRIBED_TO_REGION,
  subscribedTo,
  UNSUBSCRIBED_FROM_ALL,
  UNSUBSCRIBED_FROM_REGION,
  unsubscribedFrom,
} from '../../domain/texts.ts'

export interface Change {
  action: SubscriptionAction
  target: Target
}

export type Target =
  | { kind: 'item'; tid: number; name: string }
  | { kind: 'region'; tid: number }
  | { kind: 'group'; tids: readonly number[]; name: string }
  | { kind: 'all'; scope: 'all' | AllScope }

export function flipped(target: Target, isSubscribed: boolean): Change {
  return { target, action: isSubscribed ? 'unsubscribe' : 'subscribe' }
}

/** U-04, U-05, U-06 */
export function doneText({ action, target }: Change): string {
  const isSubscribing = action === 'subscribe'
  switch (target.kind) {
    case 'item':
    case 'group':
      return isSubscribing ? subscribedTo(target.name) : unsubscribedFrom(target.name)
    case 'region':
      return isSubscribing ? SUBSCRIBED_TO_REGION : UNSUBSCRIBED_FROM_REGION
    case 'all':
      return isSubscribing ? SUBSCRIBED_TO_ALL : UNSUBSCRIBED_FROM_ALL
  }
}

export function notDoneText({ target }: Change, reason: string): string {
  const isNamed = target.kind === 'item' || target.kind === 'group'
  return `Your subscription${isNamed ? ` to ${target.name}` : 's'} did not change. ${reason}`
}
