import { expect, test } from 'vitest'
import { storableWebhook } from '../../publishing/alerts/group-of-webhook.ts'
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

test('Z-08 readers see what is written for them, staff see everything', () => {
  const { labels, annotations } = webhook({}).alerts[0] ?? { labels: {}, annotations: {} }
  const forReaders = { candor_title: 'Slow', candor_message: 'It is slow.' }
  const [alert] = readWebhook(webhook({ labels, annotations: { ...annotations, ...forReaders } }), 'candor')
  expect(alert).toMatchObject({
    isFiring: true,
    startsAt: '2026-11-15T02:00:00.123Z',
    endsAt: null,
    severity: 19,
    title: 'Slow',
    words: 'It is slow.',
    note: 'SlowSignIns instance=auth-7:9100 severity=warning — Slow sign-ins: Signing in takes long.',
  })
})

test('Z-08 the usual annotations are for staff, unless the address says otherwise', () => {
  expect(readWebhook(webhook({}), 'candor')[0]).toMatchObject({ title: '', words: '' })
  expect(readWebhook(webhook({}), 'annotations')[0]).toMatchObject({
    title: 'Slow sign-ins',
    words: 'Signing in takes long.',
  })
  const own = { summary: 'auth-7 is slow', candor_title: 'Slow', candor_message: 'It is slow.' }
  expect(readWebhook(webhook({ annotations: own }), 'annotations')[0]).toMatchObject({
    title: 'Slow',
    words: 'It is slow.',
  })
})

test('Z-08 long text is not cut in the middle of a character', () => {
  const candor_title = `${'x'.repeat(299)}😀`
  const candor_message = `${'x'.repeat(1999)}😀`
  const [alert] = readWebhook(webhook({ annotations: { candor_title, candor_message } }), 'candor')
  expect([alert?.title, alert?.words]).toEqual(['x'.repeat(299), 'x'.repeat(1999)])
  const [noted] = readWebhook(webhook({ labels: { alertname: `${'x'.repeat(299)}😀` } }), 'candor')
  expect(noted?.note).toMatch(/^x{299} — /)
})

test('Z-08 characters that a database cannot store are removed', () => {
  const labels = { 'na\0me': 'a\0b', broken: '\ud83d' }
  const message = storableWebhook({ ...webhook({ labels, fingerprint: 'f\0' }), groupLabels: labels })
  expect(message.alerts[0]).toMatchObject({ labels: { name: 'ab', broken: '\ufffd' }, fingerprint: 'f' })
  expect(message.groupLabels).toEqual({ name: 'ab', broken: '\ufffd' })
})

test.each([
  ['critical', 20],
  ['Warning', 19],
  ['info', 17],
])('Z-08 the Prometheus severity %s is our severity %i', (severity, tid) => {
  expect(readWebhook(webhook({ labels: { severity } }), 'candor')[0]?.severity).toBe(tid)
})

test('Z-08 without a severity label there is no severity', () => {
  expect(readWebhook(webhook({ labels: {} }), 'candor')[0]?.severity).toBeUndefined()
})

test('Z-08 labels name what is broken, and annotations take precedence', () => {
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
    'candor',
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

test('Z-08 a resolved alert has an end; one without a time is left out', () => {
  const resolved = { status: 'resolved' as const, endsAt: '2026-11-15T02:30:00Z' }
  expect(readWebhook(webhook(resolved), 'candor')[0]).toMatchObject({
    isFiring: false,
    endsAt: '2026-11-15T02:30:00.000Z',
  })
  expect(readWebhook(webhook({ startsAt: 'soon' }), 'candor')).toEqual([])
})
