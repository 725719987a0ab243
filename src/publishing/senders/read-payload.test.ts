import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SEVERITY } from '../../domain/record.ts'
import { checkMapping, type SenderMapping } from '../../domain/senders/mapping.ts'
import { DATADOG_PAYLOAD, MAPPING_OF_PRESET, SENDER_PRESETS } from '../../domain/senders/presets.ts'
import { readPayload, timeOfText } from './read-payload.ts'

/** Copied from the documentation of each product. */
function documented(name: 'grafana' | 'pagerduty' | 'datadog-default') {
  return JSON.parse(readFileSync(`tests/integration/senders/${name}.json`, 'utf8'))
}

function read(payload: unknown, mapping: SenderMapping) {
  const outcome = readPayload(typeof payload === 'string' ? payload : JSON.stringify(payload), mapping)
  if (outcome.kind === 'unreadable') throw new Error(outcome.sentence)
  return outcome
}

test.each(SENDER_PRESETS)('the mapping of the preset %s has no mistakes', (preset) => {
  expect(checkMapping(MAPPING_OF_PRESET[preset])).toEqual({})
})

test('Grafana: the alerts of a notification are one incident, and nothing internal is for readers', () => {
  const { groups, errors } = read(documented('grafana'), MAPPING_OF_PRESET.grafana)
  expect(errors).toEqual({})
  expect(groups).toHaveLength(1)
  expect(groups[0]).toMatchObject({ key: '{}:{}', isAllOver: false, title: '' })
  expect(groups[0]?.alerts).toHaveLength(2)
  expect(groups[0]?.alerts[0]).toMatchObject({
    identity: 'c6eadffa33fcdf37',
    isFiring: true,
    startsAt: '2021-10-12T07:51:03.157Z',
    endsAt: undefined,
    severity: undefined,
    words: '',
    note: 'High memory usage: This alert was triggered for zone us-1 The system has high memory usage https://play.grafana.org/alerting/1afz29v7z/edit',
  })
})

test('PagerDuty: the documented event, its end, and events of other kinds', () => {
  const event = documented('pagerduty')
  const { groups } = read(event, MAPPING_OF_PRESET.pagerduty)
  expect(groups[0]).toMatchObject({ key: 'PGR0VU2', title: '' })
  expect(groups[0]?.alerts).toMatchObject([
    {
      isFiring: true,
      severity: SEVERITY.serviceDisruption,
      services: ['API Service'],
      startsAt: '2020-10-02T18:45:22.169Z',
      note: 'A little bump in the road https://acme.pagerduty.com/incidents/PGR0VU2',
    },
  ])
  event.event.event_type = 'incident.resolved'
  event.event.data.priority = null
  expect(read(event, MAPPING_OF_PRESET.pagerduty).groups[0]?.alerts[0]).toMatchObject({
    isFiring: false,
    endsAt: '2020-10-02T18:45:22.169Z',
    severity: SEVERITY.serviceDegradation,
  })
  event.event.event_type = 'incident.annotated'
  const other = read(event, MAPPING_OF_PRESET.pagerduty)
  expect([other.groups, other.ignored]).toEqual([
    [],
    ['“incident.annotated” means neither firing nor resolved.'],
  ])
})

test('Datadog: the recommended payload is read, the default one lacks the state and says so', () => {
  const values: Record<string, string> = {
    $ALERT_CYCLE_KEY: '4821',
    $AGGREG_KEY: '9bd4ac313a4d1e8fae2482df7b77628',
    $ALERT_TRANSITION: 'Triggered',
    $ALERT_PRIORITY: 'P2',
    $ALERT_TYPE: 'error',
    $ALERT_TITLE: '[Triggered on {host:ip-012345}] Host is Down',
    $ALERT_SCOPE: 'availability-zone:us-east-1a, role:computing-node',
    '$TAGS[service]': 'DNS Control',
    '$TAGS[datacenter]': '',
    $DATE: '1406662672000',
    $LINK: 'https://app.datadoghq.com/event/jump_to?event_id=123456',
  }
  const sent = DATADOG_PAYLOAD.replaceAll(
    /\$[A-Z_]+(\[\w+\])?/g,
    (name) => values[name] ?? 'unknown variable',
  )
  expect(sent).not.toContain('unknown variable')
  expect(read(sent, MAPPING_OF_PRESET.datadog).groups).toMatchObject([
    {
      key: '4821',
      alerts: [
        {
          isFiring: true,
          severity: SEVERITY.serviceDegradation,
          services: ['DNS Control'],
          dataCenters: [],
          startsAt: '2014-07-29T19:37:52.000Z',
        },
      ],
    },
  ])
  expect(read(documented('datadog-default'), MAPPING_OF_PRESET.datadog).errors).toEqual({
    state: 'The payload has nothing at alert_transition.',
  })
})

const PLAIN: SenderMapping = { ...MAPPING_OF_PRESET.other, alerts: 'items', severities: [] }

test('one payload may be about many incidents; too many are cut off and said', () => {
  const items = Array.from({ length: 200 }, (_, at) => ({ id: `a${at % 2}`, status: 'firing' }))
  const { groups } = read({ items }, { ...PLAIN, alert: '{{$.x}}' })
  expect(groups.map(({ key, alerts }) => [key, alerts.length])).toEqual([
    ['a0', 100],
    ['a1', 100],
  ])
  const many = Array.from({ length: 60 }, (_, at) => ({ id: at + 1, status: 'firing' }))
  const cut = read({ items: many }, PLAIN)
  expect([cut.groups.length, cut.ignored]).toEqual([
    50,
    ['It is about 60 incidents; the last 10 were left out.'],
  ])
})

test('Z-08 an incident is not over because those alerts are that a truncated list shows', () => {
  const ended = { status: 'resolved', fingerprint: 'a', startsAt: '2026-11-15T03:00:00Z' }
  const ends = (payload: object, mapping = MAPPING_OF_PRESET.grafana) =>
    read(payload, mapping).groups.map(({ isAllOver, mayFireUnlisted }) => ({ isAllOver, mayFireUnlisted }))
  const message = { groupKey: '{}', status: 'resolved', alerts: [ended] }
  expect(ends(message)).toEqual([{ isAllOver: true, mayFireUnlisted: false }])
  expect(ends({ ...message, truncatedAlerts: 1 })).toEqual([{ isAllOver: false, mayFireUnlisted: true }])
  const items = Array.from({ length: 1001 }, () => ({ id: 'a', status: 'resolved' }))
  expect(ends({ items: items.slice(1) }, PLAIN)).toEqual([{ isAllOver: false, mayFireUnlisted: false }])
  expect(ends({ items }, PLAIN)).toEqual([{ isAllOver: false, mayFireUnlisted: true }])
})

test('values are looked up in the tables; others stay names', () => {
  const mapping: SenderMapping = {
    ...PLAIN,
    severities: [{ value: 'SEV1', severity_tid: 20 }],
    places: [
      { value: 'checkout, eu', kind: 'service', id: 7 },
      { value: 'checkout, eu', kind: 'data_center', id: 9 },
    ],
  }
  const one = (item: object) =>
    read({ items: [{ id: 1, status: 'FIRING', ...item }] }, mapping).groups[0]?.alerts[0]
  expect(one({ service: 'Checkout, EU', severity: 'sev1' })).toMatchObject({
    severity: 20,
    services: ['7'],
    dataCenters: ['9'],
  })
  expect(one({ service: 'DNS, Mail', severity: 'odd' })).toMatchObject({
    severity: 'odd',
    services: ['DNS', 'Mail'],
  })
})

test('mistakes are named by field, and other alerts of the payload still count', () => {
  const { groups, errors, ignored, warnings } = read(
    {
      items: [
        { id: 1, status: 'firing', starts_at: 'soon' },
        { id: 2 },
        { status: 'firing' },
        { id: 3, status: 'acknowledged' },
        'odd',
        null,
      ],
    },
    PLAIN,
  )
  expect(groups.map(({ key }) => key)).toEqual(['1'])
  expect(Object.keys(errors).toSorted()).toEqual(['incident', 'state'])
  expect(ignored).toEqual(['“acknowledged” means neither firing nor resolved.'])
  expect(warnings).toEqual(['“soon” at starts_at is not a time.'])
  expect(read({ other: [] }, PLAIN).errors).toEqual({ alerts: 'The payload has nothing at items.' })
})

test.each(['', '{', '"text"', '7', 'null', '['.repeat(100_000)])('%.20s can’t be read', (json) => {
  expect(readPayload(json, PLAIN).kind).toBe('unreadable')
})

test('huge and unstorable texts are cut and cleaned', () => {
  const item = {
    id: 'a\u0000b',
    status: 'firing',
    title: 'x'.repeat(10_000),
    text: `${'y'.repeat(10_000)}\ud83d`,
  }
  const [group] = read({ items: [item] }, PLAIN).groups
  expect(group?.key).toBe('ab')
  expect([group?.title.length, group?.alerts[0]?.words.length]).toEqual([300, 2000])
})

test.each([
  ['1406662672000', '2014-07-29T19:37:52.000Z'],
  ['1406662672', '2014-07-29T19:37:52.000Z'],
  ['2026-11-15T04:00:00+01:00', '2026-11-15T03:00:00.000Z'],
  ['0001-01-01T00:00:00Z', undefined],
  ['yesterday', 'invalid'],
])('the time %s is %s', (written, time) => {
  expect(timeOfText(written)).toBe(time)
})
