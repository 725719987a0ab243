import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { Page, PageContext } from '../page.ts'
import { compliancePage } from './compliance-page.tsx'
import { cookiePolicyPage } from './cookie-policy-page.tsx'
import { faqPage } from './faq-page.tsx'
import { thankYouPage } from './thank-you-page.tsx'

const COMPLIANCE = {
  page_top: '<p>Top text.</p>',
  column_titles: ['Capability', 'Expected'],
  page_content: [
    { description: 'Browser isolation', date: 'Q1 2027' },
    { description: 'Agent', date: '2026-03-15' },
    { description: 'Decoys', date: 'To be announced' },
  ],
}

test('C-01 the compliance table shows its rows with its introduction and column titles', async () => {
  const html = await shown(compliancePage, COMPLIANCE)
  expect(html).toContain('<p>Top text.</p>')
  expect(titlesIn(html)).toEqual(['Capability', 'Expected'])
  expect(rowsIn(html)).toEqual([
    ['Browser isolation', 'Q1 2027'],
    ['Agent', '<time dateTime="2026-03-15">15 Mar 2026</time>'],
    ['Decoys', 'To be announced'],
  ])
})

test('C-01 the compliance table is sorted as the address asks, and its titles link to the other orders', async () => {
  const html = await shown(compliancePage, COMPLIANCE, '?sort=date')
  expect(rowsIn(html).map(([description]) => description)).toEqual(['Agent', 'Browser isolation', 'Decoys'])
  expect(html).toContain('aria-sort="ascending"')
  expect(html).toContain('href="/northwall.net/page?sort=date&amp;order=desc"')
  expect(html).toContain('href="/northwall.net/page?sort=description"')
})

test('C-01 an empty compliance table says so', async () => {
  expect(await shown(compliancePage, { ...COMPLIANCE, page_content: [] })).toContain('>No rows<')
})

describe('a FAQ', () => {
  const BODY =
    '<h2 id="what">What is this?</h2><p>A <em>site</em>.</p><h2 id="how">How?</h2><h3 id="so">So?</h3><p>Webhooks.</p>'

  test('F-03 lists its sections with anchors', async () => {
    const html = await faq(BODY)
    expect(html).toContain('href="/northwall.net/page#what"')
    expect(html).toContain('<summary id="so"><h3 dir="auto">So?</h3>')
    expect(html).toMatch(/<a [^>]*aria-label="Link to “So\?”" href="\/northwall\.net\/page#so"/)
    expect(html).toContain('<p>A <em>site</em>.</p>')
  })

  test("F-02 is fully open in the server's HTML", async () => {
    const folds = (await faq(BODY)).match(/<details[^>]*>/g) ?? []
    expect(folds).toHaveLength(3)
    for (const fold of folds) expect(fold).toContain('open=""')
  })

  test('F-01 is searched by the server if the address asks for it', async () => {
    const html = await faq(BODY, '?search=WEBHOOK')
    expect(html).toContain('<p><mark>Webhook</mark>s.</p>')
    expect(html).toContain('role="status">1 question matches &quot;WEBHOOK&quot;<')
    expect(html).not.toContain('What is this?')
    expect(await faq(BODY, '?search=nothing')).toContain('>No question matches &quot;nothing&quot;<')
    expect(await faq(BODY, '?search=so')).toContain('What is this?')
  })

  test('says so if there are no questions', async () => {
    expect(await faq('')).toContain('There are no questions here yet.')
    expect(await faq('<p>Only text.</p>')).toContain('<p>Only text.</p>')
  })

  test('has no style attributes, which the CSP forbids', async () => {
    expect(await faq(BODY, '?search=webhook')).not.toMatch(/\sstyle=/)
  })

  function faq(body: string, search = '') {
    return shown(faqPage, { page_content: { title: 'FAQ', body } }, search)
  }
})

test('G-10 the cookie policy is the text from the server', async () => {
  const html = await shown(cookiePolicyPage, {
    page_content: { title: 'Cookie Policy', body: '<p>Few.</p>' },
  })
  expect(html).toContain('>Cookie Policy</h1>')
  expect(html).toContain('<p>Few.</p>')
})

test('A-10 the thank-you page links to the subscriptions, or in disaster recovery to the cloud', async () => {
  const html = await shown(thankYouPage, undefined)
  expect(html).toContain('>Congratulations! You have successfully completed the sign up process.<')
  expect(html).toContain('href="/subscribe"')
  const recovering = await shown(thankYouPage, undefined, '', { isTrustDR: true })
  expect(recovering).toContain('>Congratulations! You have successfully completed the sign up process.<')
  expect(recovering).not.toContain('/subscribe')
  expect(recovering).toContain('href="/northwall.net"')
})

function titlesIn(html: string) {
  return [...html.matchAll(/<th [^>]*><a [^>]*>([^<]*)/g)].map(([, title]) => title)
}

function rowsIn(html: string) {
  const body = html.slice(html.indexOf('<tbody>'))
  return [...body.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell]) => cell),
  )
}

async function shown(page: Page<unknown>, answer: unknown, search = '', deployment = {}) {
  const context = {
    path: '/northwall.net/page',
    query: new URLSearchParams(search),
    cloud: { domain: 'northwall.net', machine_name: 'northwall_net', title: 'Northwall' },
    global: { provider: { name: 'Northwall' }, menu: { main_menu: [] }, isTrustDR: false, ...deployment },
    read: async () => answer,
  } as unknown as PageContext
  const outcome = await page.load(context)
  if (outcome.kind !== 'found') throw new Error(`Expected a page, got ${outcome.kind}`)
  return renderToStaticMarkup(
    <MemoryRouter>
      <page.Content data={outcome.data} context={context} />
    </MemoryRouter>,
  )
}
