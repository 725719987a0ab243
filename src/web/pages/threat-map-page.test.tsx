import { describe, expect, test } from 'vitest'
import { markupInRouter } from '../../../tests/support/in-router.tsx'
import { madeUpFlow } from '../../../tests/support/made-up-flow.ts'
import type { PageContext } from '../page.ts'
import type { ThreatDay } from '../threat-map/threat-flow.ts'
import { threatMapPage } from './threat-map-page.tsx'

const PATH = '/northwall.net/threat-map'
const CENTERS = menuItem('datacenter', '/data-center-map')
const ANALYTICS = menuItem('analytics', '/analytics')
const FLOWS = [
  madeUpFlow({ from: 'BR', blocked: 9000 }),
  madeUpFlow({ from: 'VN', to: 'seattle', category: 'sandbox', family: 'Zero-day exploit', blocked: 1000 }),
]
const TOTALS = { malware: 9000, threat: 0, sandbox: 1000, ba: 0 }
const DAY: ThreatDay = { day: '2026-11-14', total: 10_000, totals: TOTALS, flows: FLOWS }

describe("O-04 the threat map in the server's HTML", () => {
  test('states the facts and shows a still picture beside the largest flows', () => {
    const { html, text } = shown(DAY)
    expect(html).toContain('<h1>Threat Map</h1>')
    expect(text).toContain('10,000 threats were blocked on Sat, 14 Nov 2026.')
    expect(html).toMatch(/<p>A still picture of Sat, 14 Nov 2026/)
    expect(html).toMatch(/<p data-silent="">This is a replay, not live/)
    expect(html.match(/<path [^>]*data-category="[a-z]+" d="M/g)).toHaveLength(2)
    expect(text).toMatch(
      /Largest flows.*Emotet ?Malware ?9,000 ?Brazil →to Frankfurt I.*Zero-day exploit ?Sandbox/,
    )
    expect(html).not.toContain('<button')
    expect(html).not.toMatch(/ style=/)
  })

  test('has the figures in tables', () => {
    const { text } = shown(DAY)
    expect(text).toMatch(/Where they came from.*Brazil ?9,000 ?90%/)
    expect(text).toMatch(/Where they were stopped.*Frankfurt I ?9,000 ?90%/)
    expect(text).toMatch(/What they were.*Emotet, Malware ?9,000 ?90%/)
  })

  test('combines the rows beyond the largest', () => {
    const flows = Array.from({ length: 11 }, (_, i) =>
      madeUpFlow({ family: `Family ${i}`, blocked: 100 - i }),
    )
    const { text } = shown({ ...DAY, total: 1045, flows })
    expect(text).toMatch(/3 more families ?273 ?26%/)
  })

  test('gives shares of all that was blocked that day, or of the selected category', () => {
    const part = { ...DAY, total: 36_000, totals: { ...TOTALS, malware: 18_000, threat: 17_000 } }
    const all = shown(part).text
    expect(all).toContain('Shares are of all blocked that day. The rows count the 2 largest flows.')
    expect(all).toMatch(/Brazil ?9,000 ?25%.*Other ?26,000 ?72%/)
    const malware = shown(part, { query: 'category=malware' }).text
    expect(malware).toContain('18,000 threats were blocked as malware on Sat, 14 Nov 2026.')
    expect(malware).toContain('the largest flow, 50% of all blocked as malware that day.')
    expect(malware).toMatch(/Brazil ?9,000 ?50%.*Other ?9,000 ?50%/)
    expect(shown(part, { query: 'category=sandbox' }).text).not.toContain('Other')
  })

  test('filters by category and offers the others', () => {
    const { html, text } = shown(DAY, { query: 'category=sandbox' })
    expect(text).toContain('1,000 threats were blocked by the sandbox on Sat, 14 Nov 2026.')
    expect(text).not.toContain('Emotet')
    expect(html).toMatch(
      /<a [^>]*aria-current="true"[^>]*href="\/northwall\.net\/threat-map\?category=sandbox"/,
    )
    expect(html).toContain('href="/northwall.net/threat-map?category=malware"')
    expect(html).toContain('href="/northwall.net/analytics?category=sandbox"')
  })

  test('says so for a category without threats, and keeps the map and the other categories', () => {
    const { html, text } = shown(DAY, { query: 'category=ba' })
    expect(text).toContain('No threats were blocked by behavioral analysis on Sat, 14 Nov 2026.')
    expect(html).toContain('role="img"')
    expect(html).toContain('?category=malware')
    expect(text).not.toContain('Largest flows')
  })

  test('without figures says so above an empty map', () => {
    const { html, text } = shown({ day: null, total: 0, totals: TOTALS, flows: [] })
    expect(text).toContain('There are no threat figures yet.')
    expect(html).toContain('role="img"')
    expect(html).not.toContain('data-category')
    expect(html).not.toContain('<table')
  })

  test('links to the Data Center Map and Analytics only if the cloud has them', () => {
    expect(shown(DAY).html).toContain('href="/northwall.net/data-center-map?search=Frankfurt+I"')
    const { html } = shown(DAY, { menu: [] })
    expect(html).not.toContain('data-center-map')
    expect(html).not.toContain('Analytics')
  })
})

function shown(data: ThreatDay, { query = '', menu = [CENTERS, ANALYTICS] } = {}) {
  const context = {
    global: { menu: { main_menu: menu }, provider: { name: 'Northwall' } },
    cloud: { domain: 'northwall.net', machine_name: 'northwall_net' },
    path: PATH,
    query: new URLSearchParams(query),
  } as unknown as PageContext
  const html = markupInRouter(<threatMapPage.Content data={data} context={context} />)
  return { html, text: html.replace(/<[^>]*>/g, '').replaceAll('&amp;', '&') }
}

function menuItem(component: string, route: string) {
  return { component, route, deep_link: true, hide_from_clouds: [] as string[] }
}
