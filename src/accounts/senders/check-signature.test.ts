import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSigned } from './check-signature.ts'

const secret = 'shared'
const body = Buffer.from('{"a":"ü"}')
const now = new Date('2026-11-15T03:00:00Z')
const hex = (text: Buffer | string, key = secret) => createHmac('sha256', key).update(text).digest('hex')
const signed = (preset: Parameters<typeof isSigned>[0]['preset'], headers: Record<string, string>) =>
  isSigned({ preset, secret, body, headers, now })

test('PagerDuty sends one signature per secret', () => {
  const right = `v1=${hex(body)}`
  expect(signed('pagerduty', { 'x-pagerduty-signature': right })).toBe(true)
  expect(signed('pagerduty', { 'x-pagerduty-signature': `v1=${hex(body, 'old')},${right}` })).toBe(true)
  expect(signed('pagerduty', { 'x-pagerduty-signature': `v1=${hex(body, 'old')}` })).toBe(false)
  expect(signed('pagerduty', { 'x-pagerduty-signature': hex(body) })).toBe(false)
  expect(signed('pagerduty', { 'x-pagerduty-signature': 'v1=' })).toBe(false)
  expect(signed('pagerduty', {})).toBe(false)
})

test('Grafana signs the body, or the time and the body', () => {
  const header = 'x-grafana-alerting-signature'
  const time = 'x-grafana-alerting-timestamp'
  const seconds = String(now.getTime() / 1000)
  const old = String(now.getTime() / 1000 - 600)
  expect(signed('grafana', { [header]: hex(body) })).toBe(true)
  expect(signed('grafana', { [header]: hex(`${seconds}:${body}`), [time]: seconds })).toBe(true)
  expect(signed('grafana', { [header]: hex(`${old}:${body}`), [time]: old })).toBe(false)
  expect(signed('grafana', { [header]: hex(body), [time]: seconds })).toBe(false)
})

test('a product that doesn’t sign is never signed', () => {
  expect(signed('datadog', { 'x-hub-signature-256': `sha256=${hex(body)}` })).toBe(false)
  expect(signed('other', { 'x-hub-signature-256': `sha256=${hex(body)}` })).toBe(true)
})
