import { expect, test } from 'vitest'
import { readWebhook, type Webhook } from './read-webhook.ts'

function webhook(alert: Partial<Webhook['alerts'][number]>): Webhook {
  return {
    status: 'firing',
    receiver: 'candor',
    groupLabels: {},
    commonAnnotations: {},
    externalURL: 'http://alertmanager:9093',
    alerts: [
      {
        status: 'firing',
        labels: { alertname: 'SlowSignIns', instance: 'auth-7:9100', severity: 'warning' },
        annotations: { summary: 'Slow sign-ins', description: 'Signing in takes long.' },
        startsAt: '2026-11-15T03:00:00.123456789+01:00',
        endsAt: '0001-01-01T00:00:00Z',
        fingerprint: 'f1',
        ...alert,
      },
    ],
  }
}

test('Z-08 readers are told annotations, staff the labels', () => {
  const [alert] = readWebhook(webhook({}))
  expect(alert).toMatchObject({
    isFiring: true,
    startsAt: '2026-11-15T02:00:00.123Z',
    endsAt: null,
    severity: 19,
    title: 'Slow sign-ins',
    words: 'Signing in takes long.',
    note: 'SlowSignIns instance=auth-7:9100 severity=warning',
  })
  expect(alert?.words).not.toContain('auth-7')
})

test.each([
  ['critical', 20],
  ['Warning', 19],
  ['info', 17],
])('Z-08 the severity %s of Prometheus is %i of ours', (severity, tid) => {
  expect(readWebhook(webhook({ labels: { severity } }))[0]?.severity).toBe(tid)
})

test('Z-08 without a severity nothing is said of it', () => {
  expect(readWebhook(webhook({ labels: {} }))[0]?.severity).toBeUndefined()
})

test('Z-08 labels name what is broken, and annotations have the last word', () => {
  const [alert] = readWebhook(
    webhook({
      labels: {
        candor_cloud: 'a, b',
        candor_service: 'Core/Gateway',
        candor_severity: '20',
        severity: 'info',
      },
      annotations: { candor_service: 'Mail', candor_data_center: 'Zurich I' },
    }),
  )
  expect(alert).toMatchObject({
    clouds: ['a', 'b'],
    services: ['Mail'],
    dataCenters: ['Zurich I'],
    severity: '20',
    words: '',
    note: 'Alert severity=info',
  })
})

test('Z-08 one that is resolved has its end; one without a time is left out', () => {
  const resolved = { status: 'resolved' as const, endsAt: '2026-11-15T02:30:00Z' }
  expect(readWebhook(webhook(resolved))[0]).toMatchObject({
    isFiring: false,
    endsAt: '2026-11-15T02:30:00.000Z',
  })
  expect(readWebhook(webhook({ startsAt: 'soon' }))).toEqual([])
})
