import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { OPEN_VAULT } from '../../src/db/at-rest/vault.ts'
import { findPublications } from '../../src/db/publications.ts'
import { unsubscribeKey } from '../../src/db/secrets.ts'
import type { ClaimedDelivery } from '../../src/delivery/claimed-delivery.ts'
import { emailSender } from '../../src/delivery/email/email-sender.ts'
import type { MessageSender } from '../../src/delivery/sender.ts'
import { openMailWay } from '../../src/mail/mail-way.ts'
import { FAULTS } from '../../src/server/http/faults.ts'
import { type AccountSite, accountSite, SITE } from '../support/account-site.ts'
import { type Leaving, leaving, type Reader } from '../support/leaving.ts'
import { type MailServer, mailServer } from '../support/mail-server.ts'
import { starsIn } from '../support/subscriber.ts'

const FOREIGN = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }

let site: AccountSite
let all: Leaving
let person: Reader
let token: string

beforeAll(async () => {
  site = await accountSite()
  all = await leaving(site)
})

afterAll(() => site.stop())

beforeEach(async () => {
  person = await all.reader()
  token = person.token
})

describe('U-10 one-click unsubscribe (RFC 8058)', () => {
  test.each([
    ['urlencoded', 'application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart',
      'multipart/form-data; boundary=-FormBoundaryjWmhtjORrn',
      '---FormBoundaryjWmhtjORrn\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n---FormBoundaryjWmhtjORrn--\r\n',
    ],
  ])('as %s ends only the subscription that caused the message', async (_, type, body) => {
    await person.subscribe([all.cloud.service, all.cloud.region])
    const kept = await person.maintenanceTid()
    await person.subscribe(kept)
    const answer = await all.oneClick(`token=${token}`, { type, body })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.body).toBe('You’re unsubscribed.\n')
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(starsIn(await person.offer())).toEqual([kept])
    expect(await person.isEnabled()).toBe(true)
  })

  test('gets the same answer a second time, and when everything is gone', async () => {
    await person.subscribe(all.cloud.service)
    const first = await all.oneClick(`token=${token}`)
    const second = await all.oneClick(`token=${token}`)
    expect([second.statusCode, second.body]).toEqual([first.statusCode, first.body])
    await site.database.db.deleteFrom('users').where('id', '=', person.uid).execute()
    expect((await all.oneClick(`token=${token}`)).statusCode).toBe(200)
  })

  test('U-05 ends All as a whole, including single choices of that kind', async () => {
    const [other] = (await person.offer()).core_cloud_services[0]?.subCategory.slice(-1) ?? []
    const maintenance = await person.maintenanceTid()
    await person.subscribe([other?.tid, maintenance])
    await person.subscribe('core_cloud_services')
    await all.oneClick(`token=${token}`)
    const data = await person.offer()
    expect(data.core_cloud_services[0]?.subscribed).toBe(0)
    expect(starsIn(data)).toEqual([maintenance])
  })

  test('affects no one else', async () => {
    const other = await all.reader()
    await other.subscribe(all.cloud.service)
    await person.subscribe(all.cloud.service)
    await all.oneClick(`token=${token}`)
    expect(await other.count()).toBe(1)
  })

  test('with an invalid or missing token is rejected', async () => {
    await person.subscribe(all.cloud.service)
    const last = token.at(-1) === 'A' ? 'E' : 'A'
    for (const wrong of [
      `${token.slice(0, -1)}${last}`,
      `${token}A`,
      token.slice(1),
      'x',
      '',
      '%00',
      'a%20b',
    ]) {
      const answer = await all.oneClick(`token=${wrong}`)
      expect(answer.statusCode, wrong).toBe(422)
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
    }
    expect(await person.count()).toBe(1)
  })

  test.each([
    ['not a form', 'application/json', '{"List-Unsubscribe":"One-Click"}', 415],
    ['malformed', 'multipart/form-data; boundary=x', 'nothing of the kind', 400],
    ['without a boundary', 'multipart/form-data', 'nothing of the kind', 400],
    ['too large', 'application/x-www-form-urlencoded', `a=${'x'.repeat(9000)}`, 413],
    ['something else', 'application/x-www-form-urlencoded', 'List-Unsubscribe=Later', 422],
  ])('that is %s does nothing', async (_, type, body, status) => {
    await person.subscribe(all.cloud.service)
    expect((await all.oneClick(`token=${token}`, { type, body })).statusCode).toBe(status)
    expect(await person.count()).toBe(1)
  })

  test("works from a mail provider's web page", async () => {
    await person.subscribe(all.cloud.service)
    const stranger = await all.reader()
    await stranger.subscribe(all.cloud.service)
    const answer = await all.oneClick(`token=${token}`, {
      headers: { ...FOREIGN, cookie: stranger.cookie },
    })
    expect([answer.statusCode, answer.body]).toEqual([200, 'You’re unsubscribed.\n'])
    expect([await person.count(), await stranger.count()]).toEqual([0, 1])
  })

  test.each([
    ['the form of the page', 'application/x-www-form-urlencoded', 'from=everything'],
    ['an empty form', 'application/x-www-form-urlencoded', ''],
    ['a body that is not a form', 'application/json', '{"List-Unsubscribe":"One-Click"}'],
    ['plain text', 'text/plain', 'List-Unsubscribe=One-Click'],
  ])('is all that another site may post: not %s', async (_, type, body) => {
    await person.subscribe(all.cloud.service)
    for (const headers of [FOREIGN, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }]) {
      const answer = await all.oneClick(`token=${token}`, { type, body, headers })
      expect(answer.statusCode).toBe(403)
      expect(answer.body).toContain(FAULTS['foreign-origin'].message)
    }
    expect([await person.count(), await person.isEnabled()]).toEqual([1, true])
  })

  test('ignores the signed-in user', async () => {
    const stranger = await all.reader()
    await stranger.subscribe(all.cloud.service)
    await person.subscribe(all.cloud.service)
    const answer = await all.oneClick(`token=${token}`, { headers: { cookie: stranger.cookie } })
    expect(answer.statusCode).toBe(200)
    expect([await stranger.count(), await person.count()]).toEqual([1, 0])
  })
})

describe('U-10 one-click with the header of a real mail', () => {
  let server: MailServer
  let sender: MessageSender

  beforeAll(async () => {
    server = await mailServer()
    sender = emailSender({
      way: openMailWay({
        smtpUrl: server.url,
        outboxDir: '',
        publicUrl: SITE,
        connections: 1,
        clock: () => new Date(),
        report: () => {},
      }),
      publicUrl: SITE,
      provider: () => ({ name: 'Northwall', feedback_email: 'feedback@northwall.example' }),
      from: undefined,
      unsubscribeKey: await unsubscribeKey(site.database.db, OPEN_VAULT),
      clock: () => new Date(),
    })
  })
  afterAll(async () => {
    await sender.close()
    await server.stop()
  })

  test('about one subscription ends that one', async () => {
    await person.subscribe(all.cloud.service)
    const [publication] = await findPublications(site.database.db, [all.publicationId])
    if (publication === undefined) throw new Error('It was published')
    await sender.send(delivery(), publication)
    expect((await all.oneClick(await queryOfMail())).statusCode).toBe(200)
    expect([await person.count(), await person.isEnabled()]).toEqual([0, true])
  })

  test('of a digest disables mail, and keeps the subscriptions', async () => {
    await person.subscribe([all.cloud.service, await person.maintenanceTid()])
    await sender.sendDigest([delivery()], await findPublications(site.database.db, [all.publicationId]))
    expect((await all.oneClick(await queryOfMail())).statusCode).toBe(200)
    expect(await person.channel()).toEqual({
      is_enabled: false,
      disabled_reason: 'You switched it off with the link in a message.',
    })
    expect(await person.count()).toBe(2)
  })

  function delivery(): ClaimedDelivery {
    return {
      id: 1,
      fence: 1,
      attempts: 1,
      unanswered: 0,
      publicationId: all.publicationId,
      userId: person.uid,
      createdAt: new Date(),
      leasedUntil: new Date(Date.now() + 50_000),
      channel: {
        id: person.channelId,
        kind: 'email',
        address: `reader-${person.uid}@customer.example`,
        secret: null,
        previousSecret: null,
      },
      zone: 'UTC',
      isFollower: false,
      because: null,
    }
  }

  async function queryOfMail() {
    const { parsed } = await server.mailTo(`reader-${person.uid}@customer.example`)
    const header = (name: string) => parsed.headers.find(({ key }) => key === name)?.value ?? ''
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const [, link = ''] = /^<(https:[^>]+)>/.exec(header('list-unsubscribe')) ?? []
    return new URL(link).search.slice(1)
  }
})
