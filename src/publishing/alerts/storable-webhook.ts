import type { Webhook } from '../../domain/alerts/read-webhook.ts'
import { storable } from '../../domain/newsroom/tidy-content.ts'

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
