import type { Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HttpReceiver, httpReceiver } from '../support/http-receiver.ts'
import { makeAccount } from '../support/make-account.ts'
import { axeViolations } from './axe-violations.ts'
import { goTo, type PageOptions, soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'
import { errorAt, openSettingsOf, sectionOf } from './settings-parts.ts'
import { makeStaff } from './signed-in.ts'

const site = sharedSite('readers')
const browser = testBrowser()
let receiver: HttpReceiver
beforeAll(async () => {
  receiver = await httpReceiver()
})
afterAll(() => receiver.stop())

const REFUSED_422 = /status of 422/

test('A-17 mail comes first; how much of it is chosen by keyboard and saved by itself, and what could not be saved is taken back', async () => {
  const { page, uid, email } = await openSettings({ expects: [/status of 503/] })
  const mail = channelOf(page, 'Email')
  await soon(() => mail.line()).toContain(email)
  expect(await mail.line()).toContain('On')
  expect(await mail.more.isVisible()).toBe(false)
  await mail.summary.focus()
  await page.keyboard.press('Enter')
  await mail.more.waitFor()

  await page.route(/\/channels\/\d+$/, (route) =>
    route.fulfill({ status: 503, json: { message: 'Not now.' } }),
  )
  await mail.field('How often').selectOption('Opening and resolution')
  await soon(() => mail.more.getByRole('alert').innerText()).toBe('Not now.')
  expect(await mail.field('How often').inputValue()).toBe('every_update')
  expect(await mail.said()).toBe('')
  await page.unroute(/\/channels\/\d+$/)

  await mail.field('How often').selectOption('Daily digest, 08:00')
  await soon(mail.said).toBe('Saved: Daily digest, 08:00.')
  await mail.field('Which incidents').selectOption('Service Degradation or worse')
  await soon(mail.said).toBe('Saved: Service Degradation or worse.')
  await mail.field('Send messages here').focus()
  await page.keyboard.press('Space')
  await soon(mail.said).toBe('Switched off.')
  await soon(() => mail.line()).toContain('Off')
  expect(await mail.field('Send messages here').evaluate((box) => box === document.activeElement)).toBe(true)
  expect(await channelsOf(uid)).toMatchObject([
    { kind: 'email', is_enabled: false, cadence: 'daily_digest', min_severity_rank: 40 },
  ])
})

describe('A-17, U-10 a webhook', () => {
  test('is added, shows its secret once, and counts when its test message has arrived', async () => {
    const { page, uid } = await openSettings({ expects: [REFUSED_422] })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const { section, button, field } = sectionOf(page, 'Notification channels')
    await section.getByText('Add a channel', { exact: true }).click()
    await button('Add channel').click()
    const address = field('Address of your program')
    await soon(() => errorAt(page, address)).toMatch(/^Please enter the address/)
    const form = section.getByRole('form', { name: 'Add a channel' })
    await form.getByLabel('Name', { exact: true }).fill('On-call pager')
    await address.fill('ftp://pager.example/')
    await button('Add channel').click()
    await soon(() => errorAt(page, address)).toMatch(/begins with https:/)
    expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe('On-call pager')
    await address.fill(`${receiver.url}/pager`)
    await address.press('Enter')

    const pager = channelOf(page, 'On-call pager')
    const secret = await pager.field('Signing secret').inputValue()
    expect(secret).toMatch(/^whsec_/)
    expect(await pager.more.innerText()).toContain('it is not shown again')
    expect(await pager.button('Copy secret').evaluate((copy) => copy === document.activeElement)).toBe(true)
    await pager.summary.click()
    await soon(() => pager.more.innerText()).toContain('Secret not copied')
    await pager.button('Copy secret').focus()
    await page.keyboard.press('Enter')
    await soon(() => page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
    await pager.summary.click()
    await soon(() => pager.more.isVisible()).toBe(false)
    await pager.summary.click()
    expect(await pager.line()).toContain('Waiting for its test')
    expect(await pager.field('Send messages here').count()).toBe(0)

    await pager.button('Send test message to On-call pager').click()
    const post = await receiver.postTo('/pager')
    new Webhook(secret).verify(post.body, post.headers as Record<string, string>)
    await soon(pager.said).toContain('The test message has arrived')
    await soon(() => pager.line()).toMatch(/On\s+\w{3}, .* · Delivered/)
    expect(await pager.field('Send messages here').isChecked()).toBe(true)

    await goTo(page, `/user/${uid}/edit`)
    await pager.summary.click()
    expect(await pager.field('Signing secret').count()).toBe(0)
    expect(await page.content()).not.toContain(secret)
  })

  test('gets a new secret beside the old one, and is removed, each after one more question', async () => {
    const account = await makeAccount(site().db)
    const secret = `whsec_${Buffer.from('a secret of twenty-four!').toString('base64')}`
    await addedChannel(account.uid, { name: 'Pager', address: `${receiver.url}/rotated`, secret })
    const { page, uid } = await openSettings({}, account)
    const pager = channelOf(page, 'Pager')
    await pager.summary.click()
    await pager.button('Change secret… Pager').click()
    const asked = page.getByRole('dialog', { name: 'Change the secret of Pager?' })
    await asked.getByRole('button', { name: 'Change secret', exact: true }).click()
    await soon(() => pager.field('Signing secret').count()).toBe(1)
    const next = await pager.field('Signing secret').inputValue()
    expect(next).not.toBe(secret)
    await soon(() => pager.more.innerText()).toContain('The secret before this one signs as well until')
    await pager.button('Send test message to Pager').click()
    const post = await receiver.postTo('/rotated')
    for (const key of [secret, next]) {
      new Webhook(key).verify(post.body, post.headers as Record<string, string>)
    }

    await pager.button('Remove channel… Pager').click()
    const removing = page.getByRole('dialog', { name: 'Remove Pager?' })
    expect(await removing.innerText()).toContain(new URL(receiver.url).host)
    // What was said of the test before went with it.
    expect(await pager.said()).toBe('')
    await removing.getByRole('button', { name: 'Keep channel' }).click()
    expect(await channelsOf(uid)).toHaveLength(2)
    await pager.button('Remove channel… Pager').click()
    await removing.getByRole('button', { name: 'Remove channel' }).click()
    await soon(() => pager.summary.count()).toBe(0)
    const { section } = sectionOf(page, 'Notification channels')
    await soon(() => section.innerText()).toContain('Pager is removed.')
    expect(await section.getByRole('heading').evaluate((title) => title === document.activeElement)).toBe(
      true,
    )
    expect(await channelsOf(uid)).toHaveLength(1)
  })

  test('that does not take its test stays off, on a phone too, and nothing there is wrong to axe', async () => {
    receiver.behaveAt('/broken', { kind: 'answer', status: 500 })
    const account = await makeAccount(site().db)
    await addedChannel(account.uid, { address: `${receiver.url}/broken`, verified_at: null })
    const { page } = await openSettings({ width: 390, reducedMotion: true }, account)
    const hook = channelOf(page, 'Webhook')
    await hook.summary.click()
    await hook.button('Send test message to Webhook').click()
    await soon(() => hook.more.getByRole('alert').innerText()).toContain('It answered with 500.')
    await soon(() => hook.line()).toContain('Test failed')
    await sectionOf(page, 'Notification channels').section.getByText('Add a channel', { exact: true }).click()
    expect(await axeViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await goTo(page, '/subscribe')
    const { text } = sectionOf(page, 'Where messages go')
    await soon(text).toContain('test failed. It answered with 500.')
    expect(await text()).toContain(new URL(receiver.url).host)
  })
})

test('A-17 why a channel was switched off is told, and one click brings it back', async () => {
  const account = await makeAccount(site().db)
  const disabled_reason = 'Messages have failed for three days.'
  await addedChannel(account.uid, { name: 'Pager', is_enabled: false, disabled_reason })
  const { page, uid } = await openSettings({}, account)
  const pager = channelOf(page, 'Pager')
  await soon(() => pager.line()).toContain('Switched off')
  await pager.summary.click()
  expect(await pager.more.innerText()).toContain(disabled_reason)
  await pager.field('Send messages here').check()
  await soon(pager.said).toBe('Switched on.')
  expect(await pager.more.innerText()).not.toContain(disabled_reason)
  expect((await channelsOf(uid))[1]).toMatchObject({ is_enabled: true, disabled_reason: null })
})

test('A-11 until the address is verified nothing is sent anywhere, and no channel can be added', async () => {
  const { page } = await openSettings({}, await makeAccount(site().db, { isVerified: false }))
  const { section, text } = sectionOf(page, 'Notification channels')
  await soon(text).toContain('Not verified')
  expect(await text()).toContain('Until then none is sent')
  expect(await section.getByText('Add a channel').count()).toBe(0)
  expect(await sectionOf(page, 'Email').text()).toContain('Not verified')
  await goTo(page, '/subscribe')
  await soon(() => sectionOf(page, 'Where messages go').text()).toContain('Until then none is sent.')
})

test('A-17 staff without an address are told so, and can add other channels', async () => {
  const { uid } = await makeStaff(site(), ['blog_editor'])
  await site()
    .db.updateTable('users')
    .set({ email: null, email_verified_at: null })
    .where('id', '=', uid)
    .execute()
  const { page } = await openSettings({}, { uid })
  const { section, text } = sectionOf(page, 'Notification channels')
  await soon(text).toContain('No address')
  expect(await text()).toContain('Your account has no email address')
  expect(await section.getByText('Add a channel', { exact: true }).isVisible()).toBe(true)
})

/** The settings of somebody whose address is verified, unless told whose. */
async function openSettings(options?: PageOptions): Promise<{ page: Page; uid: number; email: string }>
async function openSettings<A extends { uid: number }>(
  options: PageOptions | undefined,
  account: A,
): Promise<A & { page: Page }>
async function openSettings(options: PageOptions = {}, account?: { uid: number }) {
  return openSettingsOf(browser, site(), account ?? (await makeAccount(site().db)), options)
}

/** A channel by its name: its line, and what unfolds below it. */
function channelOf(page: Page, name: string) {
  const { section } = sectionOf(page, 'Notification channels')
  const summary = section.locator('summary').filter({ has: page.locator('strong', { hasText: name }) })
  const more = section.getByRole('group', { name, exact: true })
  return {
    summary,
    line: () => summary.innerText(),
    more,
    field: (label: string) => more.getByLabel(label, { exact: true }),
    button: (label: string) => more.getByRole('button', { name: label, exact: true }),
    said: () => more.getByRole('status').last().innerText(),
  }
}

async function addedChannel(uid: number, of: Partial<NewChannel>) {
  await site()
    .db.insertInto('channels')
    .values({
      user_id: uid,
      kind: 'webhook',
      address: `${receiver.url}/hook`,
      secret: 'whsec_c2VjcmV0IG9mIHR3ZW50eS1mb3VyISE=',
      verified_at: new Date(),
      ...of,
    })
    .execute()
}

interface NewChannel {
  name: string
  address: string
  secret: string
  verified_at: Date | null
  is_enabled: boolean
  disabled_reason: string
}

function channelsOf(uid: number) {
  return site().db.selectFrom('channels').where('user_id', '=', uid).orderBy('id').selectAll().execute()
}
