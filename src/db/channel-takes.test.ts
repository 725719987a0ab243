import { describe, expect, test } from 'vitest'
import {
  channelTakes as channelTakesOf,
  type NotifiableAccount,
  type NotifiableChannel,
  type PublicationReach,
} from './channel-takes.ts'

const opened = { kind: 'incident', step: 'opened', rank: 40, rankBefore: null } as const
const mail: NotifiableChannel = {
  kind: 'email',
  isEnabled: true,
  isVerified: false,
  cadence: 'every_update',
  minSeverityRank: 0,
}
const channelTakes = (
  {
    rank,
    rankBefore,
    isAffected = true,
    followsRecord = false,
    ...publication
  }: Parameters<typeof channelTakesOf>[0] &
    Pick<PublicationReach, 'rank' | 'rankBefore'> &
    Partial<PublicationReach>,
  channel: NotifiableChannel,
  of: NotifiableAccount,
) => channelTakesOf(publication, channel, of, { rank, rankBefore, isAffected, followsRecord })
const webhook: NotifiableChannel = { ...mail, kind: 'webhook', isVerified: true }
const account: NotifiableAccount = {
  isLocked: false,
  hasEmail: true,
  isEmailVerified: true,
  isSuppressed: false,
  isStaff: false,
}

test('U-10 a verified account is notified by mail and through verified channels', () => {
  expect(channelTakes(opened, mail, account)).toBe(true)
  expect(channelTakes(opened, webhook, account)).toBe(true)
  expect(channelTakes(opened, { ...webhook, isVerified: false }, account)).toBe(false)
})

test('A-11 an unverified account is not notified through any channel', () => {
  const unverified = { ...account, isEmailVerified: false }
  expect(channelTakes(opened, mail, unverified)).toBe(false)
  expect(channelTakes(opened, webhook, unverified)).toBe(false)
})

test('staff without an email address are notified through other channels', () => {
  const staff = { ...account, isStaff: true, hasEmail: false, isEmailVerified: false }
  expect(channelTakes(opened, mail, staff)).toBe(false)
  expect(channelTakes(opened, webhook, staff)).toBe(true)
})

test('a suppressed address gets no mail, and other channels keep working', () => {
  const suppressed = { ...account, isSuppressed: true }
  expect(channelTakes(opened, mail, suppressed)).toBe(false)
  expect(channelTakes(opened, webhook, suppressed)).toBe(true)
})

test('disabled channels and locked accounts are not notified', () => {
  for (const channel of [mail, webhook]) {
    expect(channelTakes(opened, { ...channel, isEnabled: false }, account)).toBe(false)
    expect(channelTakes(opened, channel, { ...account, isLocked: true })).toBe(false)
  }
})

test.each([
  ['opened', true],
  ['scheduled', true],
  ['resolved', true],
  ['completed', true],
  ['postponed', true],
  ['updated', false],
  ['started', false],
  ['corrected', false],
] as const)('open_and_resolved: %s is %s, and other cadences get every step', (step, is) => {
  const publication = { ...opened, step, rankBefore: 40 }
  expect(channelTakes(publication, { ...mail, cadence: 'open_and_resolved' }, account)).toBe(is)
  expect(channelTakes(publication, mail, account)).toBe(true)
  expect(channelTakes(publication, { ...mail, cadence: 'daily_digest' }, account)).toBe(true)
})

test('open_and_resolved: a reopened incident or maintenance, as its end no longer holds', () => {
  const seldom = { ...mail, cadence: 'open_and_resolved', minSeverityRank: 40 } as const
  for (const kind of ['incident', 'maintenance'] as const) {
    const reopened = { ...opened, kind, step: 'updated', rankBefore: 40, isReopened: true } as const
    expect(channelTakes(reopened, seldom, account)).toBe(true)
    expect(channelTakes({ ...reopened, isReopened: false }, seldom, account)).toBe(false)
  }
  const minor = {
    ...opened,
    step: 'updated',
    rank: 30,
    rankBefore: 30,
    isReopened: true,
  } as const
  expect(channelTakes(minor, seldom, account)).toBe(false)
})

describe('the severity threshold', () => {
  const quiet = { ...mail, minSeverityRank: 40 }

  test('lets through equal severity, and nothing below', () => {
    expect(channelTakes(opened, quiet, account)).toBe(true)
    expect(channelTakes({ ...opened, rank: 39 }, quiet, account)).toBe(false)
  })

  test('is crossed by an update, which then counts as the opening', () => {
    const seldom = { ...quiet, cadence: 'open_and_resolved' } as const
    const graver = { ...opened, step: 'updated', rank: 40, rankBefore: 30 } as const
    expect(channelTakes(graver, seldom, account)).toBe(true)
    // Channels that got the opening, and channels still below their threshold, don't get the update.
    expect(channelTakes(graver, { ...seldom, minSeverityRank: 30 }, account)).toBe(false)
    expect(channelTakes(graver, { ...seldom, minSeverityRank: 50 }, account)).toBe(false)
    expect(channelTakes({ ...graver, rankBefore: 40 }, seldom, account)).toBe(false)
    expect(channelTakes({ ...graver, kind: 'maintenance' }, seldom, account)).toBe(false)
  })

  test('counts the first news of an incident as its opening, whatever the step', () => {
    const first = { ...opened, step: 'updated' } as const
    expect(channelTakes(first, { ...mail, cadence: 'open_and_resolved' }, account)).toBe(true)
  })

  test('is that of the messages which still affected it, for what an incident has left', () => {
    const left = { ...opened, step: 'updated', isAffected: false, rank: 30, rankBefore: 30 } as const
    expect(channelTakes(left, quiet, account)).toBe(false)
    expect(channelTakes(left, { ...quiet, minSeverityRank: 30 }, account)).toBe(true)
    // This channel gets the end.
    expect(channelTakes(left, { ...mail, cadence: 'open_and_resolved' }, account)).toBe(false)
    expect(
      channelTakes({ ...left, step: 'resolved' }, { ...mail, cadence: 'open_and_resolved' }, account),
    ).toBe(true)
  })

  test('applies to incidents only', () => {
    for (const kind of ['maintenance', 'advisory', 'notification'] as const)
      expect(channelTakes({ ...opened, kind, rank: 0 }, quiet, account)).toBe(true)
  })

  test('holds back nothing of an incident with a subscription of its own', () => {
    const followed = (publication: Parameters<typeof channelTakes>[0], channel: NotifiableChannel) =>
      channelTakes({ ...publication, followsRecord: true }, channel, account)
    const minor = { ...opened, rank: 10 } as const
    const update = { ...minor, step: 'updated', rankBefore: 10 } as const
    expect([followed(minor, quiet), followed(update, quiet)]).toEqual([true, true])
    // The cadence is the other setting, and still applies: an update below the threshold isn't an opening.
    const seldom = { ...quiet, cadence: 'open_and_resolved' } as const
    expect([followed(minor, seldom), followed({ ...update, step: 'resolved' }, seldom)]).toEqual([true, true])
    expect(followed(update, seldom)).toBe(false)
    expect(followed({ ...update, rank: 40 }, seldom)).toBe(true)
  })
})
