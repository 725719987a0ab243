import { type Capability, capabilityToEdit } from '../access.ts'
import { NOTIFICATION_ROUTES, type NotificationType } from '../notification-type.ts'

const CLOUD_LISTS = ['incident', 'maintenance', 'advisory'] as const
type CloudList = (typeof CLOUD_LISTS)[number]

/** L-12: lists that staff can put a message above. */
export type MessageList = CloudList | NotificationType

export const MESSAGE_LISTS: readonly MessageList[] = [
  ...CLOUD_LISTS,
  ...(Object.keys(NOTIFICATION_ROUTES) as NotificationType[]),
]

/** P-02: other notifications, and the message above them, are the same on every cloud. */
export function isListOfCloud(list: MessageList): boolean {
  return isCloudList(list) || list === 'cloud_app'
}

export function capabilityForMessage(list: MessageList): Capability {
  return isCloudList(list)
    ? capabilityToEdit({ kind: list, notificationType: null })
    : capabilityToEdit({ kind: 'notification', notificationType: list })
}

/** A message is stored as a page without an address. */
export const LIST_MESSAGE_SLUG = 'list-message-'

export function slugOfMessage(list: MessageList): string {
  return `${LIST_MESSAGE_SLUG}${list.replaceAll('_', '-')}`
}

export function listOfMessage(slug: string): MessageList | undefined {
  return MESSAGE_LISTS.find((list) => slugOfMessage(list) === slug)
}

function isCloudList(list: MessageList): list is CloudList {
  return (CLOUD_LISTS as readonly string[]).includes(list)
}
