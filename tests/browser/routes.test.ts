import { describe, expect, inject, test } from 'vitest'
import { connect } from '../../src/db/connect.ts'
import { NO_RECORD_FOUND, POST_NOT_ON_THIS_CLOUD } from '../../src/domain/texts.ts'
import { databaseUrl } from '../cluster/cluster.ts'
import { publish, unpublish } from '../support/publish.ts'
import { addDraft } from '../support/small-site.ts'
import { addressOf, soon, testBrowser } from './browser.ts'
import { CLOUD, findNotification, menuPathsOf, PATH, readGlobal, richIncident } from './demo-site.ts'
import { chooseCloud, shellOf } from './shell.ts'

const browser = testBrowser()

const ANSWERED_404 = /status of 404/

describe('the menu', () => {
  test('G-04 every page of the menu answers on every cloud that has it', async () => {
    const global = await readGlobal()
    for (const cloud of global.clouds) {
      const paths = menuPathsOf(global, cloud)
      expect(paths).toContain(`/${cloud.domain}`)
      for (const path of paths) {
        const response = await ask(path)
        expect(response.status, path).toBe(200)
        expect(await response.text(), path).toMatch(/<h1[^>]*>[^<]/)
      }
    }
  })

  test('G-05 the main navigation leads to the pages of the menu, in its order', async () => {
    const global = await readGlobal()
    const [cloud] = global.clouds
    if (cloud === undefined) throw new Error('no cloud')
    const page = await browser.open(PATH.home)
    const { mainNav, heading } = shellOf(page)
    const links = mainNav.locator('a:not([target])')
    const shown = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(shown).toEqual(menuPathsOf(global, cloud))

    for (const path of shown) {
      const link = mainNav.locator(`a[href="${path}"]`)
      const dropdown = mainNav.locator('details').filter({ has: page.locator(`a[href="${path}"]`) })
      if (!(await link.isVisible())) await dropdown.locator('summary').click()
      await link.click()
      await page.waitForURL(`**${path}`)
      await heading.waitFor()
      await soon(() => mainNav.locator('[aria-current="page"]').getAttribute('href')).toBe(path)
    }
  })

  test('G-06 an item hidden for the cloud is not shown, and its path leads to the default page', async () => {
    const hidden = [
      { path: `/${CLOUD.beta.domain}/security-advisories`, to: `/${CLOUD.beta.domain}` },
      { path: `${PATH.home}/compliance`, to: PATH.home },
      {
        path: `/${CLOUD.agent.domain}/data-center-map`,
        to: `/${CLOUD.agent.domain}/cloud-status`,
      },
    ]
    for (const { path, to } of hidden) {
      const page = await browser.open(path)
      expect(addressOf(page)).toBe(to)
      expect(await shellOf(page).mainNav.locator(`a[href="${path}"]`).count()).toBe(0)
    }
  })

  test('G-06 changing to a cloud that hides the page leads to the default page of that cloud', async () => {
    const page = await browser.open(`${PATH.home}/data-center-map`)
    await chooseCloud(page, CLOUD.agent.domain)
    await page.waitForURL(`**/${CLOUD.agent.domain}/cloud-status`)
    await soon(() => shellOf(page).heading.textContent()).toBe('Cloud Status')
  })

  test('G-07 home is current on the home page only', async () => {
    const page = await browser.open(PATH.home)
    const { mainNav } = shellOf(page)
    const home = mainNav.getByRole('link', { name: 'Home' })
    expect(await home.getAttribute('aria-current')).toBe('page')
    await mainNav.getByRole('link', { name: 'Incidents' }).click()
    await page.waitForURL(`**${PATH.incidents}`)
    await soon(() => home.getAttribute('aria-current')).toBeNull()
  })
})

describe('pages of their own', () => {
  test('G-10 the cookie policy is a page of text', async () => {
    const page = await browser.open('/privacy-compliance/cookie-policy')
    const { heading, main } = shellOf(page)
    expect(await heading.textContent()).toBe('Cookie Policy')
    expect((await main.textContent())?.length).toBeGreaterThan(500)
  })

  test('G-10 the thank-you page says the sign-up is complete and leads to the subscriptions', async () => {
    const page = await browser.open('/thank-you')
    await page
      .getByText('Congratulations! You have successfully completed the sign up process.', { exact: true })
      .waitFor()
    const link = shellOf(page).main.getByRole('link')
    expect(await link.getAttribute('href')).toBe('/subscribe')
    await link.click()
    await page.waitForURL('**/sign-in?notice=subscribe&origin=%2Fsubscribe')
  })
})

describe('posts and notifications', () => {
  test('G-11 a post shows under a known cloud', async () => {
    const { id, title } = await richIncident()
    const page = await browser.open(`${PATH.home}/posts/${id}`)
    expect(await shellOf(page).heading.textContent()).toBe(title)
  })

  test('G-11 under an unknown first segment the fallback page shows', async () => {
    const { id } = await richIncident()
    const page = await browser.open(`/unknown.example/posts/${id}`, { expects: [ANSWERED_404] })
    expect(await shellOf(page).heading.textContent()).toBe('There is no page at this address.')
  })

  test('G-11 a post without a cloud in its path is the same post of the current cloud', async () => {
    const { id, title } = await richIncident()
    const page = await browser.open(`/posts/${id}?from=mail`)
    expect(addressOf(page)).toBe(`${PATH.home}/posts/${id}?from=mail`)
    expect(await shellOf(page).heading.textContent()).toBe(title)
  })

  test('G-11 a post that has moved leads to where it is now', async () => {
    const { db, close } = connect(databaseUrl(inject('clusterUrl'), 'site'))
    const id = await addDraft(db, { redirect: PATH.faq })
    try {
      await publish(db, id, { notifies: false })
      await soon(async () => (await ask(`${PATH.home}/posts/${id}`)).url).toContain(PATH.faq)
      const page = await browser.open(`${PATH.home}/posts/${id}`)
      expect(addressOf(page)).toBe(PATH.faq)
    } finally {
      await unpublish(db, id)
      await close()
    }
  })

  test('G-11 a notification that has moved leads there from its list too', async () => {
    const { record, page: listPage } = await findNotification(({ redirect }) => redirect === PATH.faq)
    const page = await browser.open(`${PATH.home}/advisory-notification?page=${listPage + 1}`)
    await page.getByRole('link', { name: record.title }).click()
    await page.waitForURL(`**${PATH.faq}`)
    await soon(() => page.title()).toContain('FAQ')
  })

  test('G-12 a notification shows with and without a cloud in its path', async () => {
    const { record } = await findNotification(({ redirect }) => redirect === undefined)
    for (const path of [`/notification/${record.id}`, `${PATH.home}/notification/${record.id}`]) {
      const page = await browser.open(path)
      expect(addressOf(page)).toBe(path)
      expect(await shellOf(page).heading.textContent()).toBe(record.title)
    }
  })

  test('P-04 a post that belongs to no cloud says so, one that does not exist says that', async () => {
    const { db, close } = connect(databaseUrl(inject('clusterUrl'), 'site'))
    const { id } = await db
      .selectFrom('records')
      .select('id')
      .where('title', '=', 'Trial cloud: sign-up unavailable')
      .executeTakeFirstOrThrow()
      .finally(close)
    for (const [path, text] of [
      [`${PATH.home}/posts/${id}`, POST_NOT_ON_THIS_CLOUD],
      [`${PATH.home}/posts/2000000000`, NO_RECORD_FOUND],
    ] as const) {
      const page = await browser.open(path, { expects: [ANSWERED_404] })
      expect(await shellOf(page).heading.textContent()).toBe(text)
    }
  })
})

describe('anywhere else', () => {
  test.each(['/nowhere', `${PATH.home}/nowhere`, `${PATH.home}/posts/one`, '/a/b/c/d'])(
    'G-13 %s answers 404 with the fallback page, and the way home works',
    async (path) => {
      const page = await browser.open(path, { expects: [ANSWERED_404] })
      const { heading, main } = shellOf(page)
      expect(await heading.textContent()).toBe('There is no page at this address.')
      await main.getByRole('link').click()
      await page.waitForURL(`**${PATH.home}`)
    },
  )
})

function ask(path: string) {
  return fetch(inject('siteUrl') + path)
}
