import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isShort } from '../size.ts'
import { draftOf, openAs, publishByKeys, recordIdOf, untilSaved } from './admin-editor-parts.ts'
import { axeInDetail } from './axe.ts'
import { soon, testBrowser } from './browser.ts'
import { sharedSite } from './own-site.ts'

const site = sharedSite('newsroom')
const browser = testBrowser()

const VECTOR = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'

function focused(page: Page) {
  return page.evaluate(() => {
    const { activeElement: at } = document
    const label = at instanceof HTMLElement && 'labels' in at ? (at.labels as NodeList)[0]?.textContent : ''
    return label || at?.textContent
  })
}

// In every run, problems-of.test.ts covers where errors appear, admin-editor-write.test.ts the summary, and
// csaf-newsroom.test.ts what is published.
test.skipIf(isShort)(
  'Z-02 errors in an advisory appear beside the field and in a focused summary; its facts are entered by keyboard, saved, and published as HTML and CSAF',
  async () => {
    const page = await openAs(browser, site(), '/admin/records/new?kind=advisory', { hasClouds: false })
    const title = page.getByRole('textbox', { name: 'Title' })
    await title.waitFor()
    await page.getByRole('textbox', { name: 'CVE ids' }).fill('cve-26-1')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Enter')
    const summary = page.getByRole('alert')
    await soon(() => summary.innerText()).toContain('Please fix 3 things first')
    await soon(() =>
      summary
        .getByRole('button')
        .first()
        .evaluate((link) => link === document.activeElement),
    ).toBe(true)
    await summary.getByRole('button', { name: 'Title' }).click()
    await soon(() => title.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type('A hole in the agent')
    await soon(() => summary.innerText()).not.toContain('Title')
    // Saving the draft fixes nothing.
    await untilSaved(page)
    expect(await summary.innerText()).toContain('CVE ids')
    expect(await page.getByText('CVE-26-1 is not a valid CVE id').count()).toBe(2)
    await page.getByRole('button', { name: 'Remove CVE-26-1' }).click()
    await page.getByRole('textbox', { name: 'CVE ids' }).fill('CVE-2026-12345')
    await page.getByRole('button', { name: 'All clouds' }).click()

    const vector = page.getByRole('textbox', { name: 'CVSS vector' })
    await vector.fill('CVSS:3.1/AV:N')
    expect(await vector.getAttribute('aria-invalid')).toBeNull()
    await page.keyboard.press('Tab')
    await soon(() => vector.getAttribute('aria-invalid')).toBe('true')
    await page.getByRole('button', { name: 'Add a remedy' }).click()
    await page.getByRole('button', { name: 'Add a remedy' }).click()
    await page.getByRole('textbox', { name: 'Description' }).first().fill('Wait.')
    await page.getByRole('button', { name: 'Add a reference' }).click()
    await page.getByRole('textbox', { name: 'Reference 1' }).fill('Notes')
    await page.getByRole('textbox', { name: 'URL' }).last().fill('help.example')
    await page.keyboard.press('Control+Enter')
    await soon(() => summary.innerText()).toContain('Remedy 2: Please enter a description.')
    expect(await summary.innerText()).toContain('Reference 1: Please enter a full address')
    const invalid = (name: string, at = 0) =>
      page.getByRole('textbox', { name }).nth(at).getAttribute('aria-invalid')
    expect(await invalid('Description', 0)).toBeNull()
    expect(await invalid('Description', 1)).toBe('true')
    expect(await invalid('URL', 2)).toBe('true')
    expect(await axeInDetail(page)).toEqual([])

    await page.getByRole('button', { name: 'Remove remedy 1' }).focus()
    await page.keyboard.press('Enter')
    await soon(() => page.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('')
    await soon(() => focused(page)).toBe('Remove remedy 1')
    await page.keyboard.press('Enter')
    await soon(() => focused(page)).toBe('Add a remedy')
    await page.getByRole('button', { name: 'Remove reference 1' }).click()

    await vector.fill(VECTOR)
    const score = page.getByRole('textbox', { name: 'CVSS score' })
    await soon(() => score.inputValue()).toBe('9.8')
    expect(await score.isEditable()).toBe(false)
    const vulnerabilities = page.getByRole('region', { name: 'Vulnerabilities' })
    expect(await vulnerabilities.innerText()).toContain('critical, computed from the vector')
    await page.getByRole('combobox', { name: 'The clouds and services are' }).selectOption('known_affected')

    await page.getByRole('button', { name: 'Add a remedy' }).focus()
    await page.keyboard.press('Enter')
    await soon(() => focused(page)).toBe('Remedy 1')
    await page.getByRole('combobox', { name: 'Remedy 1' }).selectOption('workaround')
    await page.keyboard.press('Tab')
    await page.keyboard.type('https://help.example/restart')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Restart it.')
    await page.getByRole('button', { name: 'Add a reference' }).focus()
    await page.keyboard.press('Enter')
    await soon(() => focused(page)).toBe('Reference 1')
    await page.keyboard.type('Notes')
    await page.keyboard.press('Tab')
    await page.keyboard.type('https://help.example/notes')
    expect(await axeInDetail(page)).toEqual([])

    const id = await recordIdOf(page)
    const facts = {
      product_status: 'known_affected',
      remediations: [{ category: 'workaround', details: 'Restart it.', url: 'https://help.example/restart' }],
      references: [{ summary: 'Notes', url: 'https://help.example/notes' }],
    }
    await soon(async () => (await draftOf(site(), id))?.advisory).toEqual(facts)
    await untilSaved(page)
    await title.focus()
    await publishByKeys(page)
    const { path, document } = await soonPublished(id)
    expect(document.vulnerabilities[0]).toMatchObject({
      cve: 'CVE-2026-12345',
      scores: [{ cvss_v3: { baseScore: 9.8 } }],
      remediations: [{ category: 'workaround', details: 'Restart it.' }],
    })
    const read = async () => (await fetch(`${site().url}/northwall.net/posts/${id}`)).text()
    await soon(read).toContain('Restart it.')
    const post = await read()
    for (const words of ['Remedy', 'Notes', 'CVE-2026-12345', '9.8, critical', `href="${path}"`])
      expect(post).toContain(words)
  },
)

async function soonPublished(id: number) {
  const year = new Date().getUTCFullYear()
  const path = `/csaf/white/${year}/sa-${year}-${String(id).padStart(4, '0')}.json`
  await soon(async () => (await fetch(site().url + path)).status).toBe(200)
  return { path, document: await (await fetch(site().url + path)).json() }
}
