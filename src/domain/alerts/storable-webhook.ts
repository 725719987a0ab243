import { storable } from '../newsroom/tidy-content.ts'
import type { Webhook } from './read-webhook.ts'

/** A message without what the database cannot hold, in the names of labels as well: Alertmanager would send it for ever. */
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
