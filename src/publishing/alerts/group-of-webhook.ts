import { cutTo } from '../../domain/alerts/cut-to.ts'
import {
  type PublicWords,
  publicTitle,
  type ReadAlert,
  readWebhook,
  type Webhook,
} from '../../domain/alerts/read-webhook.ts'
import { storable } from '../../domain/newsroom/tidy-content.ts'
import type { ReceivedGroup } from './receive-alerts.ts'

export function groupOfWebhook(
  given: Webhook & { groupKey: string },
  { words }: { words: PublicWords },
): ReceivedGroup {
  const webhook = storableWebhook(given)
  const read = readWebhook(webhook, words)
  // Alertmanager cuts the list first: the status is only about the alerts that are left.
  const isAllOver = webhook.status === 'resolved' && (webhook.truncatedAlerts ?? 0) === 0
  return {
    key: given.groupKey,
    isAllOver,
    // Alertmanager reports the end of a group itself, so the end of the listed alerts doesn't end it.
    mayFireUnlisted: !isAllOver,
    title: titleOf(webhook, { read, words }),
    source: sourceOf(webhook),
    trouble: [],
    alertsAfter: () => read,
  }
}

/** Removes characters that the database rejects, also from label names. Otherwise Alertmanager would retry forever. */
export function storableWebhook<W extends Webhook>(webhook: W): W {
  return {
    ...storable(webhook),
    groupLabels: storableLabels(webhook.groupLabels),
    commonAnnotations: storableLabels(webhook.commonAnnotations),
    alerts: webhook.alerts.map((alert) => ({
      ...storable(alert),
      labels: storableLabels(alert.labels),
      annotations: storableLabels(alert.annotations),
    })),
  }
}

function storableLabels(labels: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).map((entry) => storable(entry)))
}

function titleOf(
  { commonAnnotations }: Webhook,
  { read, words }: { read: readonly ReadAlert[]; words: PublicWords },
): string {
  const common = publicTitle(commonAnnotations, words)
  if (common !== '') return common
  const titles = new Set(read.filter(({ isFiring }) => isFiring).map(({ title }) => title))
  const [only] = titles
  return titles.size === 1 && only !== undefined ? only : ''
}

function sourceOf({ externalURL, receiver, groupLabels, truncatedAlerts = 0 }: Webhook): string[] {
  const labels = Object.entries(groupLabels).map(([name, value]) => `${name}=${value}`)
  return [
    `Alertmanager: ${cutTo(externalURL, 2000)}`,
    cutTo(`Receiver ${receiver}${labels.length > 0 ? `, group ${labels.join(' ')}` : ''}`, 1000),
    ...(truncatedAlerts > 0 ? [`${truncatedAlerts} more were cut off by Alertmanager`] : []),
  ]
}
