import fc from 'fast-check'
import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { channelTakes, reachOf } from '../../src/db/channel-takes.ts'
import type { DB } from '../../src/db/database.ts'
import {
  countRecipients,
  dryRunCounts,
  findAudience,
  matchingSubscriptions,
} from '../../src/db/recipients.ts'
import { expandNext } from '../../src/delivery/expand/expand-next.ts'
import { CHANNEL_KINDS } from '../../src/domain/notifying/channel.ts'
import { digestDueAt } from '../../src/domain/notifying/digest-time.ts'
import { isNotified } from '../../src/domain/notifying/is-notified.ts'
import type { PublicationAudience } from '../../src/domain/notifying/publication.ts'
import { testDatabase } from '../cluster/test-database.ts'
import { sized } from '../size.ts'
import {
  type BuiltPerson,
  type BuiltPublication,
  type BuiltSite,
  buildRandomSite,
} from '../support/build-random-site.ts'
import { ESCALATING, randomSite } from '../support/random-site.ts'

const NOW = new Date('2026-11-15T10:00:00Z')
const SITES = sized({ short: 2, long: 12 })
const PEOPLE_ASKED = sized({ short: 2, long: 3 })

test(`U-10, U-07, A-11, Z-03 every SQL statement agrees with the rules on recipients, each once`, async () => {
  let notified = 0
  let escalations = 0
  await fc.assert(
    fc.asyncProperty(randomSite(), async (site) => {
      const { db, drop } = await testDatabase()
      try {
        const built = await buildRandomSite(db, site, NOW)
        await Promise.all([expandAll(db, site.sliceUsers), expandAll(db, site.sliceUsers)])
        const deliveries = await deliveriesIn(db)
        expect(deliveries).toEqual(
          built.publications.flatMap((publication) => deliveriesOf(publication, built)),
        )
        await expectSameCounts(db, built)
        for (const person of built.people.slice(0, PEOPLE_ASKED)) await expectSameAnswers(db, built, person)
        notified += deliveries.length
        escalations += escalationsIn(built)
      } finally {
        await drop()
      }
    }),
    // Random sites may have no escalating incident. Looking for the smallest site that fails would take hours.
    { numRuns: SITES, examples: [[ESCALATING]], interruptAfterTimeLimit: 120_000 },
  )
  expect(notified).toBeGreaterThan(0)
  expect(escalations).toBeGreaterThan(0)
}, 600_000)

async function expandAll(db: Kysely<DB>, sliceUsers: number) {
  while ((await expandNext(db, { now: NOW, sliceUsers })).kind === 'expanded');
}

async function deliveriesIn(db: Kysely<DB>) {
  const rows = await db
    .selectFrom('deliveries')
    .select([
      'publication_id',
      'user_id',
      'channel_id',
      'kind',
      'lane',
      'priority',
      'due_at',
      'other_matches',
      'no_longer_affected',
    ])
    .orderBy('publication_id')
    .orderBy('user_id')
    .orderBy('channel_id')
    .execute()
  return rows.map((row) => ({ ...row, due_at: isNow(row.due_at) ? NOW : row.due_at }))
}

/** By the database clock, which moves on meanwhile. */
function isNow(at: Date) {
  return Math.abs(at.getTime() - NOW.getTime()) < 10 * 60_000
}

function deliveriesOf(publication: BuiltPublication, { people, things }: BuiltSite) {
  if (!publication.notifies) return []
  return people.flatMap((person) =>
    channelsNotified(publication, person, things).map((channel) => ({
      other_matches: reasonsOf(publication, person, things, channel).length - 1,
      no_longer_affected: matchesOf(publication, person, things).length === 0,
      publication_id: publication.id,
      user_id: person.userId,
      channel_id: channel.id,
      kind: channel.kind,
      lane: laneOf(channel),
      priority: publication.isUrgent ? 0 : 1,
      due_at: channel.cadence === 'daily_digest' ? digestDueAt(NOW, person.zone) : NOW,
    })),
  )
}

function channelsNotified(publication: BuiltPublication, person: BuiltPerson, things: BuiltSite['things']) {
  const { earlier } = publication
  const reach = reachOf(publication, { earlier, subscriptions: person.subscriptions, things })
  if (reach === undefined) return []
  return person.channels.filter((channel) => channelTakes(publication, channel, person.account, reach))
}

function matchesOf(
  publication: PublicationAudience,
  { subscriptions }: Pick<BuiltPerson, 'subscriptions'>,
  things: BuiltSite['things'],
) {
  return subscriptions.filter((subscription) => isNotified(publication, subscription, things))
}

/** Including those that only earlier messages matched, if it follows up on these. */
function reachedOf(
  publication: BuiltPublication,
  { subscriptions }: BuiltPerson,
  things: BuiltSite['things'],
) {
  const { earlier } = publication
  return subscriptions.filter(
    (each) => reachOf(publication, { earlier, subscriptions: [each], things }) !== undefined,
  )
}

/** Below the threshold of a channel, only following the incident itself is a reason. */
function reasonsOf(
  publication: BuiltPublication,
  person: BuiltPerson,
  things: BuiltSite['things'],
  { minSeverityRank }: BuiltPerson['channels'][number],
) {
  const isBelow = publication.kind === 'incident' && publication.gravestRank < minSeverityRank
  return reachedOf(publication, person, things).filter(({ scope }) => !isBelow || scope === 'record')
}

function escalationsIn({ publications, people, things }: BuiltSite) {
  const without = (publication: BuiltPublication) => ({
    ...publication,
    earlier: publication.earlier.map((each) => ({ ...each, gravestRank: publication.gravestRank })),
  })
  return publications
    .filter(({ earlier }) => earlier.length > 0)
    .flatMap((publication) =>
      people
        .filter((person) => matchesOf(publication, person, things).length > 0)
        .map(
          (person) =>
            channelsNotified(publication, person, things).length -
            channelsNotified(without(publication), person, things).length,
        ),
    )
    .reduce((sum, channels) => sum + channels, 0)
}

function laneOf({ kind, cadence, isFailing }: BuiltPerson['channels'][number]) {
  if (cadence === 'daily_digest') return 'digest'
  if (kind === 'email') return 'mail'
  return isFailing ? 'troubled' : 'http'
}

/** Z-03: for each record as of its last publication, if it were published again. */
async function expectSameCounts(db: Kysely<DB>, { publications, people, things }: BuiltSite) {
  const last = new Map(publications.map((publication) => [publication.recordId, publication]))
  for (const published of last.values()) {
    const earlier = [...published.earlier, ...(published.notifies ? [published] : [])]
    const isReopened = published.wasSentClosed && !published.isClosed
    const publication = { ...published, earlier, isReopened }
    const notified = people.map((person) =>
      channelsNotified(publication, person, things).map(({ kind }) => kind),
    )
    const byChannel = CHANNEL_KINDS.map((kind) => ({
      kind,
      people: notified.filter((kinds) => kinds.includes(kind)).length,
    }))
    const { recordId, step } = publication
    const audience = await findAudience(db, recordId)
    expect(audience && (await countRecipients(db, { ...audience, step }))).toEqual({
      people: notified.filter((kinds) => kinds.length > 0).length,
      byChannel: byChannel.filter(({ people }) => people > 0).toSorted((a, b) => (a.kind < b.kind ? -1 : 1)),
    })
  }
}

async function expectSameAnswers(db: Kysely<DB>, { publications, things }: BuiltSite, person: BuiltPerson) {
  const { userId, channels } = person
  const mail = channels.find(({ kind }) => kind === 'email')
  const byKind = { incident: 0, maintenance: 0, advisory: 0, notification: 0 }
  for (const publication of publications) {
    const { earlier } = publication
    const reach = reachOf(publication, { earlier, subscriptions: person.subscriptions, things })
    for (const channel of channels) {
      const found = await matchingSubscriptions(db, { channelId: channel.id, publicationId: publication.id })
      expect(found.map(({ scope, cloudId, tid }) => ({ scope, cloudId, tid }))).toEqual(
        reasonsOf(publication, person, things, channel),
      )
    }
    const isTaken =
      mail !== undefined &&
      reach !== undefined &&
      channelTakes(publication, { ...mail, isEnabled: true }, ANYBODY, reach)
    if (isTaken && publication.notifies) byKind[publication.kind]++
  }
  const messages = Object.values(byKind).reduce((sum, count) => sum + count)
  const total = mail?.cadence === 'daily_digest' ? Math.min(messages, 1) : messages
  expect(await dryRunCounts(db, { userId, since: NOW })).toEqual({ total, byKind })
}

const ANYBODY = {
  isLocked: false,
  isStaff: false,
  hasEmail: true,
  isEmailVerified: true,
  isSuppressed: false,
}
