import fc from 'fast-check'
import { NOTIFICATION_ROUTES, type NotificationType } from '../../src/domain/notification-type.ts'
import { CADENCES, POSTED_KINDS } from '../../src/domain/notifying/channel.ts'
import type { PublicationStep } from '../../src/domain/notifying/publication.ts'
import { SUBSCRIPTION_SCOPES } from '../../src/domain/notifying/subscription.ts'
import type { RecordKind } from '../../src/domain/record.ts'
import { sized } from '../size.ts'

/**
 * A site with its users and events. Things refer to each other by position, modulo their number, so that any shrunk
 * site is still valid.
 */
export type RandomSite = ReturnType<typeof randomSite> extends fc.Arbitrary<infer Site> ? Site : never

export const SEVERITIES = [
  { tid: 20, rank: 50 },
  { tid: 19, rank: 40 },
  { tid: 17, rank: 30 },
  { tid: 1356, rank: 10 },
] as const

const KINDS: RecordKind[] = ['incident', 'maintenance', 'advisory', 'notification']
const STEPS: PublicationStep[] = [
  'opened',
  'updated',
  'resolved',
  'scheduled',
  'started',
  'completed',
  'postponed',
  'corrected',
]
const TYPES = Object.keys(NOTIFICATION_ROUTES) as NotificationType[]
/** The last one is invalid, as an account may have from before a zone was renamed. */
const ZONES = ['UTC', 'Europe/Zurich', 'Asia/Kolkata', 'America/Los_Angeles', 'Mars/Olympus']
const MIN_RANKS = [0, 10, 30, 40, 50, 60]

const position = () => fc.nat({ max: 1_000 })
const few = <T>(of: fc.Arbitrary<T>, maxLength: number) => fc.array(of, { maxLength })
/** True far more often than not, or hardly any user would ever be notified. */
const mostly = () => fc.nat({ max: 4 }).map((number) => number > 0)
const rarely = () => mostly().map((is) => !is)

export function randomSite() {
  return fc.record({
    clouds: fc.integer({ min: 1, max: 3 }),
    regions: fc.integer({ min: 1, max: 3 }),
    services: few(fc.record({ cloud: position(), isLater: rarely() }), 6),
    dataCenters: few(fc.record({ region: position(), isPremium: fc.boolean(), isLater: rarely() }), 8),
    terms: few(fc.record({ type: fc.constantFrom(...TYPES), isLater: rarely() }), 8),
    people: fc.array(person(), { minLength: 8, maxLength: sized({ short: 12, long: 24 }) }),
    records: fc.array(record(), { minLength: 8, maxLength: sized({ short: 10, long: 16 }) }),
    sliceUsers: fc.integer({ min: 1, max: 9 }),
  })
}

export const ESCALATING: RandomSite = {
  clouds: 1,
  regions: 1,
  services: [],
  dataCenters: [],
  terms: [],
  people: [
    {
      isLocked: false,
      isStaff: false,
      hasEmail: true,
      isEmailVerified: true,
      isSuppressed: false,
      zone: 'UTC',
      mail: { isEnabled: true, cadence: 'open_and_resolved', minSeverityRank: 50 },
      channels: [],
      subscriptions: [{ scope: 'core_cloud_services', cloud: 0, thing: 0 }],
    },
  ],
  records: [
    {
      kind: 'incident',
      type: TYPES[0] as NotificationType,
      publications: [3, 2, 1, 0].map((severity) => ({
        places: severity === 3 ? { clouds: [0], services: [], dataCenters: [], terms: [] } : null,
        step: severity === 3 ? 'opened' : 'updated',
        severity,
        isUrgent: false,
        notifies: true,
        isClosed: false,
      })),
    },
  ],
  sliceUsers: 1,
}

function person() {
  return fc.record({
    isLocked: rarely(),
    isStaff: rarely(),
    hasEmail: mostly(),
    isEmailVerified: mostly(),
    isSuppressed: rarely(),
    zone: fc.constantFrom(...ZONES),
    mail: fc.record(settings()),
    channels: few(
      fc.record({
        ...settings(),
        kind: fc.constantFrom(...POSTED_KINDS),
        isVerified: mostly(),
        isFailing: rarely(),
      }),
      2,
    ),
    subscriptions: few(
      fc.record({ scope: fc.constantFrom(...SUBSCRIPTION_SCOPES), cloud: position(), thing: position() }),
      5,
    ),
  })
}

function settings() {
  return {
    isEnabled: mostly(),
    cadence: fc.constantFrom(...CADENCES),
    minSeverityRank: fc.constantFrom(...MIN_RANKS),
  }
}

function record() {
  return fc.record({
    kind: fc.oneof({ weight: 3, arbitrary: fc.constant('incident' as const) }, fc.constantFrom(...KINDS)),
    type: fc.constantFrom(...TYPES),
    publications: fc.oneof(
      {
        weight: 4,
        arbitrary: fc.array(publication(fc.constantFrom(...STEPS), position()), {
          minLength: 1,
          maxLength: 3,
        }),
      },
      escalation(),
    ),
  })
}

function escalation() {
  const graver = [...SEVERITIES.keys()].reverse()
  return fc.tuple(
    ...graver.map((severity, at) =>
      publication(fc.constant(at === 0 ? 'opened' : 'updated'), fc.constant(severity)),
    ),
  )
}

function publication(step: fc.Arbitrary<PublicationStep>, severity: fc.Arbitrary<number>) {
  return fc.record({
    step,
    severity,
    isUrgent: fc.boolean(),
    notifies: mostly(),
    isClosed: fc.boolean(),
    // Null: where the record was before.
    places: fc.option(
      fc.record({
        clouds: few(position(), 3),
        services: few(position(), 2),
        dataCenters: few(position(), 2),
        terms: few(position(), 2),
      }),
      { freq: 2 },
    ),
  })
}
