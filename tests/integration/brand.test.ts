import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findImage } from '../../src/db/images.ts'
import { findProvider } from '../../src/db/provider.ts'
import { type BrandValues, ICON_SIZES, STANDARD_LOOK } from '../../src/domain/brand/brand.ts'
import { imageAt } from '../../src/domain/images/image-name.ts'
import { AnswerCache } from '../../src/edition/answer-cache.ts'
import { editionLines } from '../../src/edition/file/edition-lines.ts'
import { makeImageShelf } from '../../src/edition/images/image-shelf.ts'
import { makeAnswerAt } from '../../src/server/answers/make-answer-at.ts'
import { brandFilesOf } from '../../src/server/answers/make-brand-file.ts'
import { kindOf } from '../../src/server/export/file-of.ts'
import { seedsOf } from '../../src/server/export/seeds.ts'
import { makeLog } from '../../src/server/start/make-log.ts'
import { isShort } from '../size.ts'
import { type AccountSite, accountSite, SITE } from '../support/account-site.ts'
import { editionOf } from '../support/demo-edition.ts'
import { signIn } from '../support/sign-in.ts'
import { type SiteEditor, siteEditor } from '../support/site-editor.ts'
import { type StandingHolder, testAssets, testConfig } from '../support/test-app.ts'

let site: AccountSite
let editor: SiteEditor
let admin: { cookie: string; csrf: string }

beforeAll(async () => {
  site = await accountSite({ config: { mailFrom: { name: undefined, address: 'trust@northwall.example' } } })
  editor = await siteEditor(site)
  admin = await signIn(site.database.db, { roles: ['administrator'] })
})

afterAll(() => site.stop())

interface Desk {
  live: { number: number; values: BrandValues; published_by: string | null }
  draft: { version: number; values: BrandValues | null; changes: string[] }
  earlier: { number: number; changes: string[] }[]
}

async function desk(): Promise<Desk> {
  return (await editor.get('brand')).json<{ data: Desk }>().data
}

async function draft(patch: Partial<BrandValues>): Promise<Desk> {
  const { draft: before, live } = await desk()
  const values = { ...(before.values ?? live.values), ...patch }
  return editor.done<Desk>('brand/draft', { version: before.version, values })
}

async function publish(): Promise<Desk> {
  const { draft: drafted, live } = await desk()
  const done = await editor.done<Desk>('brand/publish', {
    version: drafted.version,
    live: { number: live.number, name: live.values.name },
  })
  await reload()
  return done
}

/** As processes do when they are notified of an edition. */
async function reload() {
  ;(site.holder as StandingHolder).hold(await editionOf(site.database.db))
}

async function refusal(patch: Partial<BrandValues>): Promise<Record<string, string>> {
  const { draft: before, live } = await desk()
  const values = { ...(before.values ?? live.values), ...patch }
  const answer = await editor.post('brand/draft', { version: before.version, values })
  expect(answer.statusCode, answer.body).toBe(422)
  return answer.json<{ errors: Record<string, string> }>().errors
}

async function upload(as: string, file: Buffer | string) {
  return site.app.inject({
    method: 'POST',
    url: `/api/admin/site/brand/images/${as}`,
    headers: { cookie: admin.cookie, 'x-csrf-token': admin.csrf, origin: SITE, 'content-type': 'image/png' },
    payload: file,
  })
}

function picture(width: number, height: number, { background = '#8a1538' } = {}) {
  return sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer()
}

async function stored(as: 'logo' | 'icon', file: Buffer): Promise<string[]> {
  const answer = await upload(as, file)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: { srcs: string[] } }>().data.srcs
}

const page = async (url: string) => (await site.app.inject({ url })).body

describe('images', () => {
  test('a logo is resized to at most three times the size at which it is shown', async () => {
    const [wide = ''] = await stored('logo', await picture(1800, 300))
    expect(imageAt(wide)).toMatchObject({ width: 648, height: 108, type: 'png' })
    const [tall = ''] = await stored('logo', await picture(100, 200))
    expect(imageAt(tall)).toMatchObject({ width: 54, height: 108 })
  })

  test('a favicon is made in every size; the one for iPhones has no holes', async () => {
    const srcs = await stored('icon', await picture(512, 512, { background: '#8a153880' }))
    expect(srcs.map((src) => imageAt(src)?.width)).toEqual([...ICON_SIZES])
    const phone = await site.app.inject({ url: srcs[3] ?? '', headers: { cookie: admin.cookie } })
    expect((await sharp(phone.rawPayload).stats()).isOpaque).toBe(true)
  })

  test.each([
    ['logo', () => picture(600, 20), /only 20 pixels high/],
    ['logo', () => picture(1600, 100), /too wide for the header/],
    ['logo', () => picture(50, 200), /too tall for the header/],
    ['icon', () => picture(300, 200), /300 × 200 pixels. Please use a square one/],
    ['icon', () => picture(64, 64), /at least 192 × 192/],
    ['logo', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /SVG file is a program/],
    ['logo', async () => Buffer.from('not an image'), /not an image/],
  ] as const)('a file for the %s that does not fit is refused in words', async (as, file, words) => {
    const answer = await upload(as, await file())
    expect(answer.statusCode).toBe(422)
    expect(answer.json<{ message: string }>().message).toMatch(words)
  })
})

describe('the draft', () => {
  test('what cannot be read, sent or found is refused by field', async () => {
    expect(await refusal({ accent_light: '#f5c400' })).toEqual({
      accent_light: expect.stringMatching(/contrast of 1\.\d+:1.*nearest readable color is #[0-9a-f]{6}/),
    })
    expect(await refusal({ accent_light: '#8a1538', accent_dark: '#8a1538' })).toEqual({
      accent_dark: expect.stringContaining('in the dark theme'),
    })
    expect(await refusal({ name: ' ' })).toEqual({ name: 'Please name the provider.' })
    expect(await refusal({ sender_address: 'news@other.example' })).toEqual({
      sender_address: expect.stringContaining('Please use an address at northwall.example.'),
    })
    expect(await refusal({ reply_to: 'help' })).toHaveProperty('reply_to')
    const script = `java${'script'}:alert(1)`
    expect(await refusal({ legal_links: [{ label: 'Privacy', url: script }] })).toHaveProperty('legal_links')
    const nowhere = `/images/${'0'.repeat(32)}-10x10.png`
    expect(await refusal({ logo_light: nowhere })).toHaveProperty('logo_light')
  })

  test('stays with staff: pages, documents and images are the same for everyone else', async () => {
    const paths = ['/api/global', '/northwall.net', '/site.webmanifest', '/favicon.ico']
    const before = await Promise.all(paths.map(page))
    const [logo_light = ''] = await stored('logo', await picture(600, 100, { background: '#123456' }))
    const { draft: saved } = await draft({ name: 'Acme', accent_light: '#8a1538', logo_light })
    expect(saved.changes.slice(0, 2)).toEqual(['Name changed from “Northwall” to “Acme”.', 'Logo added.'])
    await reload()
    const after = await Promise.all(paths.map(page))
    expect(after.map(withoutEdition)).toEqual(before.map(withoutEdition))
    expect((await site.app.inject({ url: logo_light })).statusCode).toBe(404)

    const look = await editor.done<{ html: string }>('brand/preview', {
      values: saved.values,
      view: 'home',
      theme: 'dark',
    })
    expect(look.html).toContain('<html lang="en" data-theme="dark">')
    expect(look.html).toContain('alt="Acme"')
    const [, style = ''] = /href="(\/brand\/8a1538-[^"]+)"/.exec(look.html) ?? []
    // The address contains the colors, so the answer adds no information; cached pages need theirs, too.
    const colors = await site.app.inject({ url: style })
    expect(colors.body).toContain('--brand:light-dark(#8a1538,')
    expect((await site.app.inject({ url: style.replace('8a1538', '8a1539') })).statusCode).toBe(404)
  })

  test.each(['status', 'post', 'mail'])('%s can be looked at with it', async (view) => {
    const { draft: saved } = await desk()
    const look = { values: saved.values, view, theme: 'light' }
    const { html } = await editor.done<{ html: string }>('brand/preview', look)
    expect(html).toContain('Acme')
    expect(html).not.toContain('<script')
    if (view === 'mail') expect(html).toContain('#8a1538')
  })

  test('two editors: the second one learns who was first, and nothing is overwritten', async () => {
    const { draft: opened } = await desk()
    const colleague = await siteEditor(site, ['administrator'])
    await site.database.db
      .updateTable('users')
      .set({ display_name: 'Ada Byron' })
      .where('id', '=', colleague.uid)
      .execute()
    const theirs = { ...opened.values, footer_text: 'Theirs' }
    await colleague.done('brand/draft', { version: opened.version, values: theirs })
    const answer = await editor.post('brand/draft', {
      version: opened.version,
      values: { ...opened.values, footer_text: 'Mine' },
    })
    expect(answer.statusCode).toBe(409)
    expect(answer.json<{ message: string }>().message).toBe(
      'Ada Byron saved the draft just now. Your changes were not saved, and nothing was overwritten.',
    )
    const { draft: now, live } = await desk()
    expect(now.values?.footer_text).toBe('Theirs')
    const stale = { version: opened.version, live: { number: live.number, name: live.values.name } }
    expect((await editor.post('brand/publish', stale)).statusCode).toBe(409)
  })
})

describe('published', () => {
  test('everything that shows name or mark follows, with files that are cached for a year', async () => {
    const icons = await stored('icon', await picture(512, 512))
    await draft({
      icons,
      footer_text: 'Acme Ltd, Dublin',
      legal_links: [{ label: 'Imprint', url: 'https://acme.example/imprint' }],
      sender_name: 'Acme Status',
      sender_address: 'status@northwall.example',
      reply_to: 'help@acme.example',
    })
    const before = site.holder.current()?.edition.number ?? 0
    const { live } = await publish()
    expect(site.holder.current()?.edition.number).toBe(before + 1)
    expect(live.values.name).toBe('Acme')

    const html = await page('/northwall.net')
    expect(html).toContain(' · Acme Trust</title>')
    expect(html).toContain('alt="Acme"')
    expect(html).toContain('Acme Ltd, Dublin')
    expect(html).toContain('href="https://acme.example/imprint"')
    expect(html).toContain(`<link rel="apple-touch-icon" href="${icons[3]}">`)
    expect(html).toContain(`<meta property="og:image" content="${SITE}${icons[5]}">`)
    expect(html).not.toContain('og.png')
    expect(html).not.toMatch(/ style="/)
    const [, style = ''] = /<link rel="stylesheet" href="(\/brand\/[^"]+)" data-brand>/.exec(html) ?? []
    for (const url of [style, live.values.logo_light, ...icons]) {
      const file = await site.app.inject({ url })
      expect(file.statusCode, url).toBe(200)
      expect(file.headers['cache-control'], url).toBe('public, max-age=31536000, immutable')
    }
    const global = JSON.parse(await page('/api/global')) as { provider: { brand: object } }
    expect(global.provider.brand).toMatchObject({ style, icon: icons[4], footer_text: 'Acme Ltd, Dublin' })
    expect(JSON.stringify(global)).not.toContain('help@acme.example')
    expect(JSON.parse(await page('/site.webmanifest'))).toMatchObject({
      name: 'Acme Trust',
      theme_color: '#8a1538',
      icons: [{ src: icons[4] }, { src: icons[5] }],
    })
    expect(await page('/rss-feed/incidents')).toContain(`<url>${SITE}${icons[5]}</url>`)
    expect(await page('/rss-feed/incidents?format=atom')).toContain(`<icon>${SITE}${icons[2]}</icon>`)
    expect(JSON.parse(await page('/rss-feed/incidents?format=json'))).toMatchObject({ icon: SITE + icons[5] })
    expect(await page('/api/docs')).toContain('alt="Acme"')
    expect(await page('/api/docs')).toContain(style)
    expect(await page('/northwall.net/no/such/page')).toContain('alt="Acme"')
    const ico = (await site.app.inject({ url: '/favicon.ico' })).rawPayload
    expect([ico.readUInt16LE(2), ico.readUInt16LE(4), ico.readUInt8(6)]).toEqual([1, 3, 16])
    expect((await site.app.inject({ url: '/og.png' })).statusCode).toBe(404)

    expect(await findProvider(site.database.db)).toMatchObject({
      name: 'Acme',
      brand: { sender_address: 'status@northwall.example' },
    })
  })

  test('is in the edition file without the sender, and in an export', async () => {
    const { edition } = site.holder.current() ?? {}
    if (edition === undefined) throw new Error('The site has an edition.')
    const [first = ''] = editionLines(await editionOf(site.database.db), new Date())
    expect(first).toContain('Acme Ltd, Dublin')
    expect(first).not.toContain('help@acme.example')

    const context = {
      config: testConfig(),
      assets: testAssets,
      log: makeLog({ level: 'silent', to: process.stderr }),
    }
    const images = makeImageShelf([(name) => findImage(site.database.db, name)])
    const held = { edition, staleSince: null, answers: new AnswerCache({ maxBytes: 0 }) }
    const files = brandFilesOf(edition)
    expect(files).toContain('/favicon.ico')
    expect(files.some((file) => file.startsWith('/brand/8a1538-'))).toBe(true)
    for (const address of files) {
      expect(seedsOf(edition), address).toContain(address)
      expect(kindOf(address), address).toBe('file')
      const made = await makeAnswerAt({ ...context, images }, held, { address, now: new Date() })
      expect(made?.answer.status, address).toBe(200)
    }
  })

  // The short run covers a closed site in site-editing-pages.test.ts, and the published brand.
  test.skipIf(isShort)(
    'a closed site keeps its look: the page has the logo, and its files are open',
    async () => {
      const { live } = await desk()
      const closed = { is_on: true, message: 'New disks', ends_at: null }
      const { version } = await editor.done<{ version: number }>('maintenance', {
        version: 0,
        values: closed,
      })
      await reload()
      const answer = await site.app.inject({ url: '/northwall.net' })
      expect(answer.statusCode).toBe(503)
      expect(answer.body).toContain('alt="Acme"')
      const [, style = ''] = /href="(\/brand\/[^"]+)" data-brand/.exec(answer.body) ?? []
      for (const url of [style, live.values.logo_light, '/favicon.ico'])
        expect((await site.app.inject({ url })).statusCode, url).toBe(200)
      await editor.done('maintenance', { version, values: { ...closed, is_on: false } })
      await reload()
    },
  )

  test('the log says in words what changed', async () => {
    const log = await site.app.inject({
      url: '/api/admin/audit?entity=brand',
      headers: { cookie: admin.cookie },
    })
    const [entry] = log.json<{ data: { action: string; before: object; after: object }[] }>().data
    expect(entry).toMatchObject({
      action: 'change',
      before: { name: 'Northwall', accent_color: 'the standard #0b4f6c' },
      after: {
        name: 'Acme',
        accent_color: '#8a1538',
        legal_links: ['Imprint (https://acme.example/imprint)'],
      },
    })
  })

  test.skipIf(isShort)('can be undone: the previous brand is published again', async () => {
    const { live, earlier } = await desk()
    const [before] = earlier
    expect(before?.changes).toContain('Name changed from “Acme” to “Northwall”.')
    const on = { number: live.number, name: live.values.name }
    const restored = await editor.done<Desk>('brand/restore', { number: before?.number, live: on })
    await reload()
    expect(restored.live.values).toEqual({ name: 'Northwall', ...STANDARD_LOOK })
    const html = await page('/northwall.net')
    expect(html).toContain('<link rel="icon" href="/favicon.svg" type="image/svg+xml">')
    expect(html).not.toContain('data-brand')
    expect(await page('/favicon.ico')).toBe("the demo's /favicon.ico")
    expect((await site.app.inject({ url: live.values.logo_light })).statusCode).toBe(200)
    const again = await editor.post('brand/restore', { number: before?.number, live: on })
    expect(again.statusCode).toBe(409)
    expect(again.json<{ message: string }>().message).toMatch(/published another brand/)
  })

  test.skipIf(isShort)('a provider without an icon gets its letter, never the mark of the demo', async () => {
    await draft({ name: 'Zeta Cloud' })
    await publish()
    const html = await page('/northwall.net')
    expect(html).toContain('>Z</text>')
    expect(html).not.toContain('og:image')
    expect(html).toContain('<meta name="twitter:card" content="summary">')
    expect(await page('/favicon.svg')).toContain('>Z</text>')
    expect(await page('/favicon.ico')).toBe('neutral /favicon.ico')
  })
})

function withoutEdition(body: string) {
  return body.replaceAll(/"number":\d+|Edition [\d,]+|"published_at":"[^"]+"/g, '')
}
