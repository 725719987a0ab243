import type { Webhook } from '../../domain/alerts/read-webhook.ts'
import { storable } from '../../domain/newsroom/tidy-content.ts'

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
