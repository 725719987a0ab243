import { describe, expect, test } from 'vitest'
import { RECORD_KINDS } from '../record.ts'
import { isNotified, type NotifiedThings, notifiedSince } from './is-notified.ts'
import type { PublicationAudience } from './publication.ts'
import type { Subscription, SubscriptionScope } from './subscription.ts'

const [ALPHA, BETA] = [1, 2]
const [GATEWAY, PROXY_OF_BETA] = [11, 12]
const [ZURICH, PREMIUM_TOKYO] = [21, 22]
const [EUROPE, ASIA] = [31, 32]
const [GAMBLING, NEWS_OF_APPS] = [41, 42]
const POST = 51

const things: NotifiedThings = {
  services: new Map([
    [GATEWAY, { cloudId: ALPHA }],
    [PROXY_OF_BETA, { cloudId: BETA }],
  ]),
  dataCenters: new Map([
    [ZURICH, { regionTid: EUROPE, isPremium: false }],
    [PREMIUM_TOKYO, { regionTid: ASIA, isPremium: true }],
  ]),
  terms: new Map([
    [GAMBLING, { notificationType: 'url_change_notification' }],
    [NEWS_OF_APPS, { notificationType: 'cloud_app' }],
  ]),
}

const CLOUD_STATUS: [SubscriptionScope, number | null][] = [
  ['core_cloud_services', null],
  ['service', GATEWAY],
  ['datacenter', null],
  ['premium_datacenters', null],
  ['region', EUROPE],
  ['region', ASIA],
  ['data_center', ZURICH],
  ['data_center', PREMIUM_TOKYO],
]

describe('U-10 an incident', () => {
  test('of a service notifies its subscribers and those of all core services, on its cloud', () => {
    const incident = published({ serviceTids: [GATEWAY] })
    expect(notifiedOf(incident)).toEqual(['core_cloud_services', `service ${GATEWAY}`])
    expect(isNotified(incident, on(BETA, 'core_cloud_services'), things)).toBe(false)
    expect(isNotified(incident, on(BETA, 'service', GATEWAY), things)).toBe(false)
  })

  test('of two clouds notifies subscribers of all core services only where its services belong', () => {
    const incident = published({ cloudIds: [ALPHA, BETA], serviceTids: [PROXY_OF_BETA] })
    expect(isNotified(incident, on(ALPHA, 'core_cloud_services'), things)).toBe(false)
    expect(isNotified(incident, on(BETA, 'core_cloud_services'), things)).toBe(true)
  })

  test('of a public data center notifies its subscribers, and those of its region and of all public ones', () => {
    expect(notifiedOf(published({ dataCenterTids: [ZURICH] }))).toEqual([
      'datacenter',
      `region ${EUROPE}`,
      `data_center ${ZURICH}`,
    ])
  })

  test('of a premium data center notifies its subscribers, and those of its region and of all premium ones', () => {
    expect(notifiedOf(published({ dataCenterTids: [PREMIUM_TOKYO] }))).toEqual([
      'premium_datacenters',
      `region ${ASIA}`,
      `data_center ${PREMIUM_TOKYO}`,
    ])
  })

  test('that names neither affects the whole cloud, and no other', () => {
    const incident = published({})
    expect(notifiedOf(incident)).toHaveLength(CLOUD_STATUS.length)
    expect(isNotified(incident, on(BETA, 'datacenter'), things)).toBe(false)
  })

  test('does not notify subscribers of maintenance, advisories or notifications', () => {
    for (const other of [on(ALPHA, 'maintenance'), on(ALPHA, 'advisory'), on(null, 'terms')])
      expect(isNotified(published({}), other, things)).toBe(false)
  })

  test('U-07 notifies subscribers of all about things added later', () => {
    const added: NotifiedThings = {
      ...things,
      services: new Map([...things.services, [99, { cloudId: ALPHA }]]),
      dataCenters: new Map([[98, { regionTid: EUROPE, isPremium: false }]]),
    }
    const incident = published({ serviceTids: [99], dataCenterTids: [98] })
    for (const scope of ['core_cloud_services', 'datacenter'] as const)
      expect(isNotified(incident, on(ALPHA, scope), added)).toBe(true)
  })
})

describe.each(['maintenance', 'advisory'] as const)('U-10 a record of %s', (kind) => {
  test('notifies its subscribers on its clouds, whatever it names', () => {
    const publication = published({ kind, serviceTids: [GATEWAY] })
    expect(isNotified(publication, on(ALPHA, kind), things)).toBe(true)
    expect(isNotified(publication, on(BETA, kind), things)).toBe(false)
    expect(notifiedOf(publication)).toEqual([])
  })
})

test.each(RECORD_KINDS)(
  'U-10 %s: everyone who follows this very post is notified, whatever it affects',
  (kind) => {
    const publication = published({ kind, cloudIds: [], serviceTids: [GATEWAY] })
    expect(isNotified(publication, on(null, 'record', POST), things)).toBe(true)
    expect(isNotified(publication, on(null, 'record', POST + 1), things)).toBe(false)
  },
)

describe('U-10 a notification', () => {
  const kind = 'notification'
  const notificationType = 'url_change_notification'

  test('notifies subscribers of its categories, and those of all', () => {
    const publication = published({ kind, notificationType, termTids: [GAMBLING] })
    expect(isNotified(publication, on(null, 'term', GAMBLING), things)).toBe(true)
    expect(isNotified(publication, on(null, 'term', NEWS_OF_APPS), things)).toBe(false)
    expect(isNotified(publication, on(null, 'terms'), things)).toBe(true)
    expect(isNotified(publication, on(ALPHA, 'core_cloud_services'), things)).toBe(false)
  })

  test('without a category notifies subscribers of any category of its type', () => {
    const publication = published({ kind, notificationType })
    expect(isNotified(publication, on(null, 'term', GAMBLING), things)).toBe(true)
    expect(isNotified(publication, on(null, 'term', NEWS_OF_APPS), things)).toBe(false)
    expect(isNotified(publication, on(null, 'terms'), things)).toBe(true)
  })
})

function published(particulars: Partial<PublicationAudience>): PublicationAudience {
  return {
    recordId: POST,
    kind: 'incident',
    notificationType: null,
    step: 'opened',
    gravestRank: 50,
    cloudIds: [ALPHA],
    serviceTids: [],
    dataCenterTids: [],
    termTids: [],
    ...particulars,
  }
}

function on(cloudId: number | null, scope: SubscriptionScope, tid: number | null = null): Subscription {
  return { scope, cloudId, tid }
}

function notifiedOf(publication: PublicationAudience): string[] {
  return CLOUD_STATUS.filter(([scope, tid]) => isNotified(publication, on(ALPHA, scope, tid), things)).map(
    ([scope, tid]) => (tid === null ? scope : `${scope} ${tid}`),
  )
}

test('the end, a reopening and a post-mortem reach everyone who was notified before, an update those who were notified last', () => {
  for (const step of ['resolved', 'completed', 'postponed', 'cancelled', 'post_mortem'] as const)
    expect(notifiedSince({ step })).toBe('first')
  expect(notifiedSince({ step: 'updated', isReopened: true })).toBe('first')
  expect(notifiedSince({ step: 'updated', isReopened: false })).toBe('last')
})
