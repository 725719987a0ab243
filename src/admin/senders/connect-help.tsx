import type { ReactNode } from 'react'
import { DATADOG_PAYLOAD, PRESET_NAMES, type SenderPreset } from '../../domain/senders/presets.ts'
import styles from './senders.module.css'

export const ALERTS_PATH = '/api/v1/alerts'

export function ConnectHelp({ preset }: { preset: SenderPreset }) {
  const address = `${location.origin}${ALERTS_PATH}`
  return (
    <details className={styles.help}>
      <summary>How to connect {preset === 'other' ? 'it' : PRESET_NAMES[preset]}</summary>
      <div>{STEPS[preset](<code>{address}</code>)}</div>
    </details>
  )
}

const STEPS: Readonly<Record<SenderPreset, (address: ReactNode) => ReactNode>> = {
  alertmanager: (address) => (
    <p>
      In <code>webhook_configs</code>, set <code>url</code> to {address}, <code>send_resolved: true</code>,
      and the key as <code>http_config.authorization.credentials</code>. The annotations{' '}
      <code>candor_title</code> and <code>candor_message</code> of a rule are for readers.
    </p>
  ),
  grafana: (address) => (
    <p>
      Alerting → Contact points → Webhook: the URL is {address}; as authorization header, the scheme Bearer
      and the key. To sign requests, too, enter the same HMAC secret there and here, with the timestamp header{' '}
      <code>X-Grafana-Alerting-Timestamp</code>. The annotations <code>candor_title</code> and{' '}
      <code>candor_message</code> of a rule are for readers.
    </p>
  ),
  datadog: (address) => (
    <>
      <p>
        Integrations → Webhooks → New: the URL is {address}; custom headers{' '}
        <code>{'{"Authorization": "Bearer cnd_…"}'}</code>; and this payload. Then add{' '}
        <code>@webhook-&lt;name&gt;</code> to your monitors. To tell readers something of your own, add{' '}
        <code>public_title</code> and <code>public_text</code>.
      </p>
      <pre>{DATADOG_PAYLOAD}</pre>
    </>
  ),
  pagerduty: (address) => (
    <p>
      Integrations → Generic Webhooks (v3) → New: the URL is {address}; a custom header{' '}
      <code>Authorization</code> with <code>Bearer</code> and the key; subscribe to the events of incidents.
      PagerDuty shows a signing secret once: enter it below.
    </p>
  ),
  other: (address) => (
    <p>
      Post JSON to {address} with <code>Authorization: Bearer</code> and the key. Send something once while
      this sender is off: it appears here, and you can write the mapping against it. If it signs its requests
      with <code>X-Hub-Signature-256</code>, enter the secret below.
    </p>
  ),
}
