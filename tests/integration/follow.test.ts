import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweep } from '../../src/accounts/sweep.ts'
import { OPEN_VAULT } from '../../src/db/at-rest/vault.ts'
import { findPublications } from '../../src/db/publications.ts'
import { unsubscribeKey } from '../../src/db/secrets.ts'
import { emailSender } from '../../src/delivery/email/email-sender.ts'
import { expandNext } from '../../src/delivery/expand/expand-next.ts'
import { signMessageToken } from '../../src/delivery/message-token.ts'
import { FOLLOWED_AFTER_END_DAYS } from '../../src/domain/follow-choice.ts'
import { openMailWay } from '../../src/mail/mail-way.ts'
import { isShort } from '../size.ts'
import { SITE, STAFF_DOMAIN } from '../support/account-site.ts'
import { demoCloud } from '../support/demo-cloud.ts'
import { editionOf } from '../support/demo-edition.ts'
import { eventually } from '../support/eventually.ts'
import { STATUS } from '../support/life.ts'
import { madeUpDelivery } from '../support/made-up-delivery.ts'
import { linkIn, tokenIn } from '../support/mail-server.ts'
import { type MailedSite, mailedSite } from '../support/mail-server-site.ts'
import { makeAccount } from '../support/make-account.ts'
import { errorUnder, post, read } from '../support/posted-form.ts'
import { publish } from '../support/publish.ts'
import { addDraft } from '../support/small-site.ts'
import { mailChannelOf } from '../support/user-channels.ts'

const ASKED = { data: { message: 'Check your email: open the link in it to confirm, and you’re done.' } }
const DEAD_LINK = { message: 'This link has expired or was already used. Please ask for a new one.' }
const CLOUD = 'northwall_net'

let site: MailedSite
let cloud: Awaited<ReturnType<typeof demoCloud>>

beforeAll(async () => {
  site = await mailedSite()
  cloud = await demoCloud(site.database.db, CLOUD)
})
afterAll(() => site.stop())

function fresh() {
  return `${randomBytes(6).toString('hex')}@customer.example`
}

async function openIncident(of: { services?: boolean } = {}) {
  const { db } = site.database
  const id = await addDraft(db, { clouds: [cloud], from_time: new Date(), title: 'DNS is slow', ...of })
  await publish(db, id)
  await renew()
  return id
}

/** Shared by all tests that don't change it: each new edition costs as much as the test. */
function anIncident() {
  shared ??= openIncident()
  return shared
}
let shared: Promise<number> | undefined

async function renew() {
  const held = site.holder as unknown as { hold(edition: Awaited<ReturnType<typeof editionOf>>): void }
  held.hold(await editionOf(site.database.db))
}

const ask = (email: string, choice: object, browser = site.browser()) =>
  browser.post('/api/follow', { email, cloud: CLOUD, ...choice })

async function confirmed(email: string, choice: object, count = 1) {
  expect((await ask(email, choice)).json()).toEqual(ASKED)
  const token = tokenIn(await site.server.mailTo(email, count))
  const answer = await site.browser().post('/api/follow/confirm', { token })
  expect(answer.statusCode, answer.body).toBe(200)
  return { token, data: answer.json().data }
}

function userOf(email: string) {
  return site.database.db
    .selectFrom('users')
    .where('email', '=', email)
    .where('oidc_issuer', 'is', null)
    .selectAll()
    .executeTakeFirst()
}

async function followsOf(email: string) {
  const rows = await site.database.db
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .where('users.email', '=', email)
    .select(['scope', 'tid'])
    .orderBy('subscriptions.id')
    .execute()
  return rows.map(({ scope, tid }) => [scope, tid].filter((part) => part !== null).join(' '))
}

describe('U-12 following by email alone', () => {
  test('one mail, one button: an account without a password that follows the incident and is audited', async () => {
    const record = await anIncident()
    const email = fresh()
    expect((await ask(` ${email.toUpperCase()}`, { record })).json()).toEqual(ASKED)
    const mail = await site.server.mailTo(email)
    expect(mail.parsed.subject).toBe('Confirm: follow “DNS is slow”')
    expect(mail.parsed.text).toContain('until it is resolved')
    const link = linkIn(mail)
    expect(link.pathname + link.search.replace(/token=[\w-]+/, 'token=T')).toBe(
      `/follow/confirm?token=T&on=${CLOUD}&record=${record}`,
    )

    // Scanners open every link: that changes nothing, is not cached, and the address isn't sent to any
    // other site.
    const browser = site.browser()
    const opened = await browser.get(link.pathname + link.search)
    expect(opened.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'referrer-policy': 'strict-origin',
    })
    expect(read(opened.body).text).toContain('DNS is slow')
    expect(await userOf(email)).toBeUndefined()

    const answer = await browser.post('/api/follow/confirm', { token: tokenIn(mail) })
    expect(answer.json().data).toEqual({ state: 'following', message: 'You’re following “DNS is slow”.' })
    expect([...browser.cookies.keys()]).toEqual([])
    const user = await userOf(email)
    expect(user).toMatchObject({ password_hash: null, username: null, came_by: 'follow' })
    expect(user?.email_verified_at).not.toBeNull()
    expect(await followsOf(email)).toEqual([`record ${record}`])
    const audit = await site.database.db
      .selectFrom('audit_log')
      .where('entity_id', '=', String(user?.id))
      .select(['action', 'after'])
      .execute()
    expect(audit).toEqual([{ action: 'follow', after: { name: '“DNS is slow”', is_new_account: true } }])

    const again = await site.browser().post('/api/follow/confirm', { token: tokenIn(mail) })
    expect(again.json().data.state).toBe('confirmed-before')
  })

  test('two confirmations at once make one account, which follows once', async () => {
    const record = await anIncident()
    const email = fresh()
    await ask(email, { record })
    await ask(email, {})
    const first = tokenIn(await site.server.mailTo(email))
    const second = tokenIn(await site.server.mailTo(email, 2))
    const confirm = (token: string) => site.browser().post('/api/follow/confirm', { token })
    const answers = await Promise.all([first, first, second, second].map(confirm))
    const states = answers.map((answer) => answer.json().data?.state)
    expect(states.toSorted()).toEqual(['confirmed-before', 'confirmed-before', 'following', 'following'])
    const follows = await followsOf(email)
    expect(follows).toHaveLength(6)
    expect(new Set(follows).size).toBe(6)
  })

  // The short run covers the one incident, and places in subscriptions-all.test.ts.
  test.skipIf(isShort)(
    'places, several at once, all of a cloud, and an incident with future ones at its places',
    async () => {
      const { service, dataCenter } = cloud
      const record = await anIncident()
      const cases: [object, string, string[]][] = [
        [
          { mine: `s${service},d${dataCenter},s999999` },
          'on northwall.net',
          [`service ${service}`, `data_center ${dataCenter}`],
        ],
        [
          {},
          'everything on northwall.net',
          ['maintenance', 'advisory', 'core_cloud_services', 'datacenter', 'premium_datacenters'],
        ],
        [
          { record, later: '1' },
          '“DNS is slow” and future incidents affecting ',
          [`record ${record}`, `service ${service}`, `data_center ${dataCenter}`],
        ],
      ]
      for (const [choice, name, follows] of cases) {
        const email = fresh()
        const { data } = await confirmed(email, choice)
        expect(data.message).toContain(name)
        expect(await followsOf(email)).toEqual(follows)
      }
      // An incident of another cloud would be all of this one, with later ones.
      for (const choice of [{ mine: 's999999' }, { record, later: '1', cloud: 'private_northwall_net' }]) {
        const gone = await ask(fresh(), choice)
        expect([gone.statusCode, gone.json().message]).toEqual([
          422,
          'This is no longer on the site, so there is nothing to follow.',
        ])
      }
    },
  )

  test('an existing account keeps its password and sessions, and gets no session by this', async () => {
    const record = await anIncident()
    const { uid, email, pass } = await makeAccount(site.database.db)
    const own = site.browser()
    await own.post('/api/user/login', { name: email, pass })
    await own.post('/api/subscribe', { cloud: CLOUD, tid: 'all', action: 'subscribe' })
    const before = await userOf(email)
    await confirmed(email, { record })
    expect(await userOf(email)).toEqual(before)
    expect((await own.post('/api/user/details')).statusCode).toBe(200)
    expect(await followsOf(email)).toContain(`record ${record}`)

    // It follows the cloud and the post: one message, not two.
    await publish(site.database.db, record, { step: 'updated' })
    while (
      (await expandNext(site.database.db, { now: site.clock.now, sliceUsers: 1_000 })).kind === 'expanded'
    );
    const messages = await site.database.db
      .selectFrom('deliveries')
      .innerJoin('publications', 'publications.id', 'deliveries.publication_id')
      .where('user_id', '=', uid)
      .where('step', '=', 'updated')
      .where('record_id', '=', record)
      .select('other_matches')
      .execute()
    expect(messages).toHaveLength(1)
    expect(messages[0]?.other_matches).toBeGreaterThan(0)
  })

  async function strangerAt(email: string) {
    const stranger = site.browser()
    await stranger.post('/api/user/register', {
      mail: [{ value: email }],
      name: [{ value: `rude-${email.split('@')[0]}` }],
      pass: [{ value: 'Fog9 over Lisbon' }],
    })
    await stranger.post('/api/subscribe', { cloud: CLOUD, tid: 'all', action: 'subscribe' })
    const uid = (await userOf(email))?.id ?? 0
    const channel = await mailChannelOf(site.database.db, uid)
    const change = { cadence: 'daily_digest', min_severity_rank: 30 }
    expect((await stranger.post(`/api/user/${uid}/channels/${channel}`, change)).statusCode).toBe(200)
    return stranger
  }

  test('nothing that someone else chose for this address survives its owner’s confirmation', async () => {
    const record = await anIncident()
    const email = fresh()
    const stranger = await strangerAt(email)
    await site.server.mailTo(email)
    await confirmed(email, { record }, 2)
    const user = await userOf(email)
    expect(user).toMatchObject({ password_hash: null, username: null, timezone: 'UTC' })
    expect(user?.email_verified_at).not.toBeNull()
    expect((await stranger.post('/api/user/details')).statusCode).toBe(401)
    expect(await followsOf(email)).toEqual([`record ${record}`])
    const channel = await site.database.db
      .selectFrom('channels')
      .where('user_id', '=', user?.id ?? 0)
      .select(['is_enabled', 'cadence', 'min_severity_rank'])
      .execute()
    expect(channel).toEqual([{ is_enabled: true, cadence: 'every_update', min_severity_rank: 0 }])
  })

  test('confirming removes what staff added, because the mail doesn’t name it', async () => {
    const record = await anIncident()
    const email = fresh()
    const { db } = site.database
    const { id } = await db
      .insertInto('users')
      .values({ email, came_by: 'staff' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('subscriptions')
      .values({ user_id: id, scope: 'core_cloud_services', cloud_id: cloud.id })
      .execute()
    await confirmed(email, { record })
    expect((await userOf(email))?.email_verified_at).not.toBeNull()
    expect(await followsOf(email)).toEqual([`record ${record}`])
  })

  test.skipIf(isShort)(
    'a stranger’s choices and password end even if the owner opens the stranger’s verification mail instead of ours',
    async () => {
      const record = await anIncident()
      const email = fresh()
      const stranger = await strangerAt(email)
      for (let time = 0; time < 2; time++) await stranger.post('/api/resend/verification')
      await site.server.mailTo(email, 3)
      await ask(email, { record })
      // The three of the hour are used up, but this mail is still sent.
      const question = await site.server.mailTo(email, 4)
      expect(linkIn(question).pathname).toBe('/follow/confirm')
      const verification = site.server.mails.find(({ envelope }) => envelope.to.includes(email))
      if (verification === undefined) throw new Error('There was a verification mail')
      const verified = await site.browser().post('/api/user/verify', { token: tokenIn(verification) })
      expect(verified.json().data).toMatchObject({ ends_password: true })
      expect(await userOf(email)).toMatchObject({ password_hash: null })
      expect((await stranger.post('/api/user/details')).statusCode).toBe(401)
      expect(await followsOf(email)).toEqual([])
    },
  )

  test.skipIf(isShort)('who signed up and verifies in the same browser keeps the password', async () => {
    const email = fresh()
    const browser = site.browser()
    await browser.post('/api/user/register', {
      mail: [{ value: email }],
      pass: [{ value: 'Fog9 over Lisbon' }],
    })
    const token = tokenIn(await site.server.mailTo(email))
    await ask(email, {})
    const verified = await browser.post('/api/user/verify', { token })
    expect(verified.json().data).toMatchObject({ ends_password: false })
    expect((await userOf(email))?.password_hash).not.toBeNull()
  })

  test('answers the same for known, unknown, locked, suppressed and other people’s addresses; only some get mail', async () => {
    const record = await anIncident()
    const { db } = site.database
    const known = await makeAccount(db)
    const locked = await makeAccount(db, { lockedAt: new Date() })
    const suppressed = fresh()
    const address_hash = createHash('sha256').update(suppressed).digest()
    await db.insertInto('suppressions').values({ address_hash, reason: 'refused' }).execute()
    const unknown = fresh()
    const answers = []
    for (const email of [known.email, locked.email, suppressed, unknown]) {
      const { statusCode, headers, body } = await ask(email, { record })
      const { date: _, 'x-request-id': __, ...rest } = headers
      answers.push(JSON.stringify({ statusCode, rest, body }))
    }
    expect(new Set(answers).size).toBe(1)
    await site.server.mailTo(known.email)
    await site.server.mailTo(unknown)
    await eventually(async () => expect(await waiting()).toEqual([]))
    const receivers = site.server.mails.flatMap(({ envelope }) => envelope.to)
    for (const email of [locked.email, suppressed]) expect(receivers).not.toContain(email)
  })

  test('a staff address is rejected at its field, which keeps its value without scripts', async () => {
    const email = `kim@${STAFF_DOMAIN}`
    const problem = 'Northwall staff should use Employee Login on the Sign In page.'
    const refused = await ask(email, {})
    expect([refused.statusCode, refused.json().errors]).toEqual([422, { email: problem }])
    const page = await post(site.browser(), `/follow?on=${CLOUD}`, { email })
    expect([page.statusCode, errorUnder(page.body, 'email')]).toEqual([422, problem])
    expect(page.body).toContain(`value="${email}"`)
  })

  test('works without scripts from the form to the confirmation', async () => {
    const record = await anIncident()
    const email = fresh()
    const browser = site.browser()
    const asked = await post(browser, `/follow?on=${CLOUD}&record=${record}`, { email })
    expect([asked.statusCode, asked.headers.location]).toEqual([
      303,
      `/follow?notice=sent&on=${CLOUD}&record=${record}`,
    ])
    expect(read((await browser.get(String(asked.headers.location))).body).text).toContain('Check your email')
    const { pathname, search } = linkIn(await site.server.mailTo(email))
    const done = await post(browser, pathname + search, {})
    expect(done.headers.location).toBe(`/follow/confirm?notice=following&on=${CLOUD}&record=${record}`)
    expect(read((await browser.get(String(done.headers.location))).body).text).toContain('You’re following')
    const foreign = await post(
      site.browser(),
      `/follow?on=${CLOUD}`,
      { email },
      { origin: 'https://evil.example' },
    )
    expect(foreign.statusCode).toBe(403)
  })

  test('an expired link says so and offers a new mail; a forged one is the same', async () => {
    const record = await anIncident()
    const email = fresh()
    await ask(email, { record })
    const link = linkIn(await site.server.mailTo(email))
    site.clock.pass(86_401)
    const browser = site.browser()
    const late = await post(browser, link.pathname + link.search, {})
    expect([late.statusCode, read(late.body).alert]).toEqual([422, DEAD_LINK.message])
    expect(late.body).toContain(`href="/follow?on=${CLOUD}&amp;record=${record}"`)
    expect((await browser.post('/api/follow/confirm', { token: 'x'.repeat(43) })).json()).toEqual(DEAD_LINK)
    expect(await userOf(email)).toBeUndefined()
  })
})

describe('mails that this could send to strangers', () => {
  // The short run covers the three an hour of mail-bombing.test.ts.
  test.skipIf(isShort)(
    'count among the three an hour, for every spelling of the mailbox, and end when they are never confirmed',
    async () => {
      const record = await anIncident()
      const email = fresh()
      await site.browser().post('/api/user/password', { email })
      for (const tag of ['', '+a', '+b', '+c'])
        expect((await ask(email.replace('@', `${tag}@`), { record })).json()).toEqual(ASKED)
      await eventually(async () => expect(await waiting()).toEqual([]))
      const mailed = () =>
        site.server.mails.filter(({ envelope }) =>
          envelope.to.some((to) => to.startsWith(email.split('@')[0] ?? '')),
        )
      expect(mailed()).toHaveLength(2)
      for (let hour = 0; hour < 2; hour++) {
        site.clock.pass(3_600)
        for (let time = 0; time < 3; time++) await ask(email, { record })
        // A mail that is being sent would be sent again, because the lease is over an hour later.
        await eventually(async () => expect(await waiting()).toEqual([]))
      }
      expect(mailed()).toHaveLength(5)
    },
  )

  test('end with one click, after which the site answers as for any other address; verifying a new account lifts the refusal', async () => {
    const email = fresh()
    await ask(email, {})
    const mail = await site.server.mailTo(email)
    const [, path = ''] =
      /https?:\/\/[^/\s]+(\/follow\/refuse\?token=[\w-]+)/.exec(mail.parsed.text ?? '') ?? []
    // Scanners open every link, so the button refuses. The mail may be read weeks later.
    const browser = site.browser()
    site.clock.pass(30 * 86_400)
    expect(read((await browser.get(path)).body).text).toContain('Never ask this address again?')
    expect(await refusals(email)).toBe(0)
    const wrong = await browser.post('/api/follow/refuse', {
      token: `${path.slice(-64, -1)}${path.endsWith('A') ? 'B' : 'A'}`,
    })
    expect(wrong.statusCode).toBe(422)
    await ask(email, {})
    const second = tokenIn(await site.server.mailTo(email, 2))
    const done = await post(browser, path, {})
    expect([done.statusCode, done.headers.location]).toEqual([303, '/follow/refuse?notice=refused'])
    expect(await refusals(email)).toBe(1)
    expect((await site.browser().post('/api/follow/confirm', { token: second })).json()).toEqual(DEAD_LINK)

    const [refusing, other] = [await ask(email, {}), await ask(fresh(), {})].map(({ statusCode, body }) => [
      statusCode,
      body,
    ])
    expect(refusing).toEqual(other)
    await eventually(async () => expect(await waiting()).toEqual([]))
    expect(site.server.mails.filter(({ envelope }) => envelope.to.includes(email))).toHaveLength(2)

    await site.browser().post('/api/user/register', {
      mail: [{ value: email }],
      pass: [{ value: 'Fog9 over Lisbon' }],
    })
    const token = tokenIn(await site.server.mailTo(email, 3))
    expect((await site.browser().post('/api/user/verify', { token })).statusCode).toBe(200)
    expect(await refusals(email)).toBe(0)
    site.clock.pass(3_600)
    await ask(email, {})
    expect(linkIn(await site.server.mailTo(email, 4)).pathname).toBe('/follow/confirm')
  })

  async function refusals(email: string) {
    const address_hash = createHash('sha256').update(email).digest()
    const rows = site.database.db.selectFrom('follow_refusals').where('address_hash', '=', address_hash)
    return (await rows.selectAll().execute()).length
  }

  test('requests for links that are never sent don’t stop anyone from following', async () => {
    const email = fresh()
    for (let time = 0; time < 4; time++) await site.browser().post('/api/follow/link', { email })
    await ask(email, {})
    expect(linkIn(await site.server.mailTo(email)).pathname).toBe('/follow/confirm')
  })

  test('are limited to twenty an hour and client address', async () => {
    const browser = site.browser({ address: '203.0.113.91' })
    // One mailbox gets few of these mails.
    const email = fresh()
    const statuses: number[] = []
    for (let time = 0; time < 21; time++) statuses.push((await ask(email, {}, browser)).statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('until it is resolved', () => {
  test('resolved meanwhile: still confirmed, for the post-mortem; withdrawn meanwhile: nothing is created', async () => {
    const resolved = await openIncident()
    const withdrawn = await openIncident()
    const [first, second] = [fresh(), fresh()]
    await ask(first, { record: resolved })
    await ask(second, { record: withdrawn })
    const { db } = site.database
    await db.updateTable('records').set({ closed_on: site.clock.now }).where('id', '=', resolved).execute()
    await db.updateTable('records').set({ state: 'unpublished' }).where('id', '=', withdrawn).execute()
    await renew()
    const tokens = [tokenIn(await site.server.mailTo(first)), tokenIn(await site.server.mailTo(second))]
    const states = []
    for (const token of tokens)
      states.push((await site.browser().post('/api/follow/confirm', { token })).json().data.state)
    expect(states).toEqual(['closed', 'gone'])
    expect(await userOf(second)).toBeUndefined()
    const late = await ask(fresh(), { record: resolved })
    expect(late.statusCode).toBe(422)

    const days = (count: number) => new Date(site.clock.now.getTime() + count * 86_400_000)
    await sweep(db, days(FOLLOWED_AFTER_END_DAYS - 1))
    expect(await followsOf(first)).toEqual([`record ${resolved}`])
    await sweep(db, days(FOLLOWED_AFTER_END_DAYS + 1))
    expect(await followsOf(first)).toEqual([])
    expect(await userOf(first)).toBeUndefined()
  })

  test.skipIf(isShort)(
    'postponed maintenance isn’t over, canceled maintenance is; neither is promised a post-mortem',
    async () => {
      const { db } = site.database
      const record = await addDraft(db, {
        clouds: [cloud],
        kind: 'maintenance',
        event_type: 'postponed',
        status_id: STATUS.postponed,
        from_time: new Date(),
        closed_on: site.clock.now,
      })
      await publish(db, record, { step: 'postponed' })
      await renew()
      expect((await ask(fresh(), { record })).statusCode).toBe(200)
      await db.updateTable('records').set({ status_id: STATUS.archived }).where('id', '=', record).execute()
      await renew()
      expect((await ask(fresh(), { record })).statusCode).toBe(422)
      const incident = await anIncident()
      const page = async (id: number) =>
        (await site.app.inject(`/follow/confirm?notice=closed&on=${CLOUD}&record=${id}`)).body
      expect(await page(record)).toContain('if it is reopened')
      expect(await page(record)).not.toContain('post-mortem is published')
      expect(await page(incident)).toContain('post-mortem is published')
    },
  )

  test('followers of postponed maintenance are kept until long after it takes place', async () => {
    const { db } = site.database
    const record = await openIncident()
    const email = fresh()
    await confirmed(email, { record })
    const { id: postponed } = await db
      .selectFrom('statuses')
      .where('class', '=', 'postponed')
      .select('id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('records')
      .set({ closed_on: site.clock.now, status_id: postponed })
      .where('id', '=', record)
      .execute()
    await sweep(db, new Date(site.clock.now.getTime() + (FOLLOWED_AFTER_END_DAYS + 1) * 86_400_000))
    expect(await followsOf(email)).toEqual([`record ${record}`])
  })

  test('signed-in readers follow and stop with one call each, and see what they follow', async () => {
    const record = await anIncident()
    const { email, pass } = await makeAccount(site.database.db)
    const browser = site.browser()
    await browser.post('/api/user/login', { name: email, pass })
    const followed = await browser.post('/api/follow/post', { id: record, action: 'subscribe' })
    expect(followed.json().data).toEqual([
      { id: record, title: 'DNS is slow', path: `/northwall.net/posts/${record}`, is_closed: false },
    ])
    expect((await browser.post('/api/follow/posts')).json()).toEqual(followed.json())
    const stopped = await browser.post('/api/follow/post', { id: record, action: 'unsubscribe' })
    expect(stopped.json().data).toEqual([])
    expect(
      (await browser.post('/api/follow/post', { id: 999_999_999, action: 'subscribe' })).statusCode,
    ).toBe(404)
  })

  test.skipIf(isShort)(
    'a follower who stopped all mail and follows again is notified about the new choice only',
    async () => {
      const email = fresh()
      await confirmed(email, {})
      const { db } = site.database
      const user = await userOf(email)
      await db
        .updateTable('channels')
        .set({ is_enabled: false })
        .where('user_id', '=', user?.id ?? 0)
        .execute()
      const record = await anIncident()
      await confirmed(email, { record }, 2)
      expect(await followsOf(email)).toEqual([`record ${record}`])
      const channel = await db
        .selectFrom('channels')
        .where('user_id', '=', user?.id ?? 0)
        .select('is_enabled')
        .execute()
      expect(channel).toEqual([{ is_enabled: true }])
    },
  )
})

test('L-03 a single post has a feed of its updates; other clouds and notifications don’t', async () => {
  const record = await anIncident()
  const get = (url: string) => site.app.inject({ url })
  const feed = await get(`/rss-feed/post?cloud=${CLOUD}&post=${record}&format=json&items=updates`)
  expect(feed.json().items.map(({ url }: { url: string }) => new URL(url).pathname)).toEqual([
    `/northwall.net/posts/${record}`,
  ])
  for (const query of [
    `cloud=${CLOUD}&post=999999999`,
    `cloud=private_northwall_net&post=${record}`,
    `post=${record}`,
  ])
    expect((await get(`/rss-feed/post?${query}`)).statusCode).toBe(404)
})

describe('the link in a mail that signs in', () => {
  async function follower() {
    const record = await anIncident()
    const email = fresh()
    await confirmed(email, { record })
    const { db } = site.database
    const userId = (await userOf(email))?.id ?? 0
    await publish(db, record, { step: 'updated' })
    while ((await expandNext(db, { now: site.clock.now, sliceUsers: 1_000 })).kind === 'expanded');
    const channelId = await mailChannelOf(db, userId)
    const { publication_id: publicationId } = await db
      .selectFrom('deliveries')
      .where('user_id', '=', userId)
      .select('publication_id')
      .executeTakeFirstOrThrow()
    const key = await unsubscribeKey(db, OPEN_VAULT)
    const claim = { channelId, publicationId }
    return {
      email,
      userId,
      token: signMessageToken(key, 'manage', claim),
      other: signMessageToken(key, 'unsubscribe', claim),
    }
  }

  test('works once and names the account first; opening its page doesn’t use it up', async () => {
    const { email, token, other } = await follower()
    const browser = site.browser()
    await browser.get(`/follow/manage?token=${token}`)
    const about = () => site.browser().post('/api/follow/manage/about', { token })
    expect((await about()).json().data).toEqual({
      state: 'open',
      address: `${email.slice(0, 2)}…@customer.example`,
    })
    const opened = await browser.post('/api/follow/manage', { token })
    expect(opened.json().data.current_user).toMatchObject({ name: email, roles: [] })
    expect((await browser.post('/api/follow/posts')).json().data).toHaveLength(1)
    expect((await about()).json().data).toEqual({ state: 'dead-link', address: null })
    expect((await site.browser().post('/api/follow/manage', { token })).json()).toEqual(DEAD_LINK)
    expect((await site.browser().post('/api/follow/manage', { token: other })).json()).toEqual(DEAD_LINK)
    const { uid } = opened.json().data.current_user
    const settings = await browser.get(`/api/user/${uid}/settings`)
    expect(settings.json().data).toMatchObject({ has_password: false, is_staff: false, is_verified: true })
  })

  test('is in the mail that arrives, beside one that only unsubscribes', async () => {
    const { email, userId } = await follower()
    const { db } = site.database
    const now = new Date()
    const { publication_id: publicationId, channel_id: channelId } = await db
      .selectFrom('deliveries')
      .where('user_id', '=', userId)
      .select(['publication_id', 'channel_id'])
      .executeTakeFirstOrThrow()
    const [publication] = await findPublications(db, [publicationId])
    if (publication === undefined) throw new Error('It was published')
    const publicUrl = SITE
    const way = openMailWay({
      smtpUrl: site.server.url,
      outboxDir: '',
      publicUrl,
      connections: 1,
      clock: () => now,
      report: () => {},
    })
    const sender = emailSender({
      way,
      publicUrl,
      provider: () => ({ name: 'Northwall', feedback_email: '' }),
      from: undefined,
      unsubscribeKey: await unsubscribeKey(db, OPEN_VAULT),
      clock: () => now,
    })
    const before = site.server.mails.filter(({ envelope }) => envelope.to.includes(email)).length
    const delivery = madeUpDelivery({ to: email, channelId, publication }, now)
    expect(await sender.send({ ...delivery, isFollower: true }, publication)).toEqual({ kind: 'sent' })
    const { text = '' } = (await site.server.mailTo(email, before + 1)).parsed
    await way.close()
    const linkOf = (path: string) => new RegExp(`${path}\\?token=([\\w-]+)`).exec(text)?.[1] ?? ''
    const token = linkOf('/follow/manage')
    expect(token).not.toBe(linkOf('/unsubscribe'))
    const opened = await site.browser().post('/api/follow/manage', { token })
    expect(opened.json().data.current_user).toMatchObject({ name: email, roles: [] })
  })

  test('its session changes what is followed, and nothing else: the mail may have been forwarded', async () => {
    const { email, userId, token } = await follower()
    const browser = site.browser()
    await browser.post('/api/follow/manage', { token })
    const own = `/api/user/${userId}`
    const channel = await mailChannelOf(site.database.db, userId)
    const statuses = [
      await browser.post('/api/subscribe', { cloud: CLOUD, tid: 'all', action: 'subscribe' }),
      await browser.post(`${own}/channels/${channel}`, { cadence: 'daily_digest' }),
      await browser.get(`${own}/data`),
      await browser.get(`${own}/sessions`),
      await browser.post(`${own}/channels`, { kind: 'webhook', name: '', address: 'https://a.example/' }),
      await browser.post(`${own}/calendar`),
      await browser.post(`${own}/password`, { current: 'x', pass: 'Rain7 over Porto' }),
      await browser.post(`${own}/email`, { email: fresh(), pass: 'x' }),
      await browser.post(`${own}/delete`, {}),
    ].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([200, 200, 403, 403, 403, 403, 403, 403, 403])

    // A link that was asked for came alone. It may delete the account.
    const before = site.server.mails.filter(({ envelope }) => envelope.to.includes(email)).length
    await site.browser().post('/api/follow/link', { email })
    const asked = tokenIn(await site.server.mailTo(email, before + 1))
    await browser.post('/api/follow/manage', { token: asked })
    expect((await browser.get(`${own}/data`)).statusCode).toBe(403)
    expect((await browser.post(`${own}/delete`, {})).statusCode).toBe(204)
    expect(await userOf(email)).toBeUndefined()
  })

  test('expires after a week, and never opens an account with a password', async () => {
    const late = await follower()
    const { email, token } = await follower()
    const wrong = await site.browser().post('/api/user/login', { name: email, pass: 'Fog9 over Lisbon' })
    expect([wrong.statusCode, wrong.json().message]).toEqual([
      422,
      'Sorry, unrecognized email, username or password.',
    ])

    // "Forgot password" is how a follower gets a password.
    const before = site.server.mails.filter(({ envelope }) => envelope.to.includes(email)).length
    await site.browser().post('/api/user/password', { email })
    const reset = tokenIn(await site.server.mailTo(email, before + 1))
    await site.browser().post('/api/user/password/reset', { token: reset, pass: 'Rain7 over Porto' })
    const signedIn = await site.browser().post('/api/user/login', { name: email, pass: 'Rain7 over Porto' })
    expect(signedIn.statusCode).toBe(200)
    const about = await site.browser().post('/api/follow/manage/about', { token })
    expect(about.json().data).toEqual({ state: 'has-password', address: null })
    expect((await site.browser().post('/api/follow/manage', { token })).statusCode).toBe(422)

    site.clock.pass(8 * 86_400)
    expect((await site.browser().post('/api/follow/manage', { token: late.token })).json()).toEqual(DEAD_LINK)
  })

  test('can be asked for, which ends those of earlier mails; the answer is the same for everyone, and only followers get it', async () => {
    const { email, userId, token } = await follower()
    await site.database.db
      .updateTable('deliveries')
      .set({ state: 'sent', sent_at: site.clock.now })
      .where('user_id', '=', userId)
      .execute()
    const { email: withPassword } = await makeAccount(site.database.db)
    const before = site.server.mails.filter(({ envelope }) => envelope.to.includes(email)).length
    const answers = []
    for (const asked of [email, withPassword, fresh()])
      answers.push((await site.browser().post('/api/follow/link', { email: asked })).body)
    expect(new Set(answers).size).toBe(1)
    const mail = await site.server.mailTo(email, before + 1)
    expect(linkIn(mail).pathname).toBe('/follow/manage')
    const { pathname, search } = linkIn(mail)
    const browser = site.browser()
    const entered = await post(browser, pathname + search, {})
    expect([entered.statusCode, entered.headers.location]).toEqual([303, '/subscribe'])
    expect((await browser.post('/api/user/details')).json().data.mail).toEqual([{ value: email }])
    expect((await site.browser().post('/api/follow/manage', { token })).json()).toEqual(DEAD_LINK)
    await eventually(async () => expect(await waiting()).toEqual([]))
    expect(site.server.mails.flatMap(({ envelope }) => envelope.to)).not.toContain(withPassword)
  })
})

function waiting() {
  return site.database.db.selectFrom('account_mails').select('id').execute()
}
