import type { Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { type HttpReceiver, httpReceiver } from '../support/http-receiver.ts'
import { makeAccount } from '../support/make-account.ts'
import { axeViolations } from './axe.ts'
import { goTo, soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'
import { errorAt, openSettingsOf, sectionOf } from './settings-parts.ts'

const site = sharedSite('readers')
const browser = testBrowser()
let receiver: HttpReceiver
beforeAll(async () => {
  receiver = await httpReceiver()
})
afterAll(() => receiver.stop())

test('A-17, U-10 mail comes first and its volume setting autosaves; a webhook shows its secret once, is active after its test arrives, gets a new secret, is removed, restored, and stays off if its test fails, also on a phone', async () => {
  const account = await makeAccount(site().db)
  const secretBefore = `whsec_${Buffer.from('a secret of twenty-four!').toString('base64')}`
  await addedChannel(account.uid, { name: 'Siren', address: `${receiver.url}/rotated`, secret: secretBefore })
  const disabled_reason = 'Messages have failed for three days.'
  await addedChannel(account.uid, { name: 'Lamp', is_enabled: false, disabled_reason })
  receiver.behaveAt('/broken', { kind: 'answer', status: 500 })
  await addedChannel(account.uid, { address: `${receiver.url}/broken`, verified_at: null })
  const { page, uid, email } = await openSettingsOf(browser, site(), account, {
    reducedMotion: true,
    expects: [/status of 503/],
  })
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
  await soon(() => mail.field('Send messages here').evaluate((box) => box === document.activeElement)).toBe(
    true,
  )
  expect((await channelsOf(uid))[0]).toMatchObject({
    kind: 'email',
    is_enabled: false,
    cadence: 'daily_digest',
    min_severity_rank: 40,
  })

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { section, button, field } = sectionOf(page, 'Notification channels')
  await section.getByText('Add a channel', { exact: true }).click()
  await button('Add channel').click()
  const address = field('Address of your program')
  await soon(() => errorAt(page, address)).toMatch(/^Please enter the address/)
  const form = section.getByRole('form', { name: 'Add a channel' })
  await form.getByLabel('Name', { exact: true }).fill('On-call pager')
  expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe('On-call pager')
  await address.fill(`${receiver.url}/pager`)
  await address.press('Enter')

  const pager = channelOf(page, 'On-call pager')
  const secret = await pager.field('Signing secret').inputValue()
  expect(secret).toMatch(/^whsec_/)
  expect(await pager.more.innerText()).toContain('it won’t be shown again')
  await soon(() => pager.button('Copy secret').evaluate((copy) => copy === document.activeElement)).toBe(true)
  await pager.summary.click()
  await soon(() => pager.more.innerText()).toContain('Secret not copied')
  await pager.button('Copy secret').focus()
  await page.keyboard.press('Enter')
  await soon(() => page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await soon(() => pager.more.innerText()).toContain('Copied')
  await pager.summary.click()
  await soon(() => pager.more.isVisible()).toBe(false)
  await pager.summary.click()
  expect(await pager.line()).toContain('Waiting for a test')
  expect(await pager.field('Send messages here').count()).toBe(0)

  await pager.button('Send test message to On-call pager').click()
  const post = await receiver.postTo('/pager')
  new Webhook(secret).verify(post.body, post.headers as Record<string, string>)
  await soon(pager.said).toContain('The test message arrived')
  await soon(() => pager.line()).toMatch(/On\s+\w{3}, .* · Delivered/)
  expect(await pager.field('Send messages here').isChecked()).toBe(true)

  // In the short run channels.test.ts and channels-test-message.test.ts of the integration tests have the rest.
  if (isShort) {
    expect(await axeViolations(page)).toEqual([])
    return
  }

  const siren = channelOf(page, 'Siren')
  await siren.summary.click()
  await siren.button('Change secret… Siren').click()
  const asked = page.getByRole('dialog', { name: 'Change the secret of Siren?' })
  await asked.getByRole('button', { name: 'Change secret', exact: true }).click()
  await soon(() => siren.field('Signing secret').count()).toBe(1)
  const next = await siren.field('Signing secret').inputValue()
  expect(next).not.toBe(secretBefore)
  await soon(() => siren.more.innerText()).toContain(
    'Messages are also signed with the previous secret until',
  )

  await siren.button('Remove channel… Siren').click()
  const removing = page.getByRole('dialog', { name: 'Remove Siren?' })
  expect(await removing.innerText()).toContain(new URL(receiver.url).host)
  await removing.getByRole('button', { name: 'Remove channel' }).click()
  await soon(() => siren.summary.count()).toBe(0)
  await soon(() => section.innerText()).toContain('Siren is removed.')
  await soon(() => section.getByRole('heading').evaluate((title) => title === document.activeElement)).toBe(
    true,
  )
  expect(await channelsOf(uid)).toHaveLength(4)

  const lamp = channelOf(page, 'Lamp')
  await soon(() => lamp.line()).toContain('Switched off')
  await lamp.summary.click()
  expect(await lamp.more.innerText()).toContain(disabled_reason)
  await lamp.field('Send messages here').check()
  await soon(lamp.said).toBe('Switched on.')
  expect(await lamp.more.innerText()).not.toContain(disabled_reason)
  expect((await channelsOf(uid)).find(({ name }) => name === 'Lamp')).toMatchObject({
    is_enabled: true,
    disabled_reason: null,
  })

  await page.setViewportSize({ width: 390, height: 900 })
  const hook = channelOf(page, 'Webhook')
  await hook.summary.click()
  await hook.button('Send test message to Webhook').click()
  await soon(() => hook.more.getByRole('alert').innerText()).toContain('It answered with 500.')
  await soon(() => hook.line()).toContain('Test failed')
  await section.getByText('Add a channel', { exact: true }).click()
  expect(await axeViolations(page)).toEqual([])
  await soon(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await goTo(page, '/subscribe')
  const { text } = sectionOf(page, 'Where messages go')
  await soon(text).toContain('test failed. It answered with 500.')
  expect(await text()).toContain(new URL(receiver.url).host)
})

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
