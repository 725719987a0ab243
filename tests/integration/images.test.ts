import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sweepImages } from '../../src/accounts/sweep.ts'
import { findImage } from '../../src/db/images.ts'
import { IMAGE_BYTES_AT_MOST, imageAt } from '../../src/domain/images/image-name.ts'
import type { Edition } from '../../src/edition/edition.ts'
import { placeOf } from '../../src/edition/file/edition-targets.ts'
import { followEditionFiles } from '../../src/edition/file/follow-edition-files.ts'
import { copyImagesTo } from '../../src/edition/images/copy-images.ts'
import { makeImageShelf } from '../../src/edition/images/image-shelf.ts'
import { makeLog } from '../../src/server/start/make-log.ts'
import { openImages } from '../../src/server/start/open-images.ts'
import { makeOpened } from '../../src/server/start/opened.ts'
import { isShort } from '../size.ts'
import { SITE } from '../support/account-site.ts'
import { type AutomationSite, automationSite } from '../support/automation-site.ts'
import { editionOf } from '../support/demo-edition.ts'
import { KNOWN, testWriter } from '../support/edition-writer.ts'
import { eventually } from '../support/eventually.ts'
import { incidentOn, newsroomStaff, type Staff } from '../support/newsroom.ts'
import { signIn } from '../support/sign-in.ts'
import { addSmallSite, type SmallCloud } from '../support/small-site.ts'
import { type StandingHolder, testConfig } from '../support/test-app.ts'

let site: AutomationSite
let cloud: SmallCloud
let staff: Staff
let editor: { cookie: string; csrf: string }
let folder: string

beforeAll(async () => {
  site = await automationSite({ isEmpty: true })
  cloud = (await addSmallSite(site.database.db)).alpha
  staff = await newsroomStaff(site)
  editor = await signIn(site.database.db, { roles: ['blog_editor'] })
  folder = await mkdtemp(join(tmpdir(), 'candor-images-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await site.stop()
})

interface Stored {
  src: string
  url: string
  width: number
  height: number
  bytes: number
}

function upload(file: Buffer | string, type = 'image/png') {
  return site.app.inject({
    method: 'POST',
    url: '/api/admin/images',
    headers: { cookie: editor.cookie, 'x-csrf-token': editor.csrf, origin: SITE, 'content-type': type },
    payload: file,
  })
}

async function uploaded(file: Buffer): Promise<Stored> {
  const answer = await upload(file)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ data: Stored }>().data
}

let drawn = 0

/** A new one each time: the same bytes would be the same image. */
function drawing(size = { width: 60, height: 40 }) {
  drawn++
  const background = { r: (drawn * 37) % 256, g: (drawn * 91) % 256, b: 160 }
  return sharp({ create: { ...size, channels: 3, background } })
}

const shown = (src: string, alt = ' alt="A graph"') => `<p>See: <img src="${src}"${alt}></p>`

async function published(html: string) {
  const { id, version } = await staff.create(incidentOn(cloud, { body: html }))
  return staff.published(id, version)
}

describe('an added image', () => {
  test('loses its metadata, such as the place where it was taken, and is turned upright', async () => {
    const photo = await drawing({ width: 400, height: 300 })
      .jpeg()
      .withExif({
        IFD0: { Copyright: 'Ada Byron', Make: 'Phone' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '47/1 22/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await sharp(photo).metadata()).exif?.length).toBeGreaterThan(100)
    const { src, width, height } = await uploaded(photo)
    expect({ width, height }).toEqual({ width: 300, height: 400 })
    expect(imageAt(src)).toMatchObject({ width: 300, height: 400, type: 'jpg' })
    const bytes = await findImage(site.database.db, src.split('/').at(-1) ?? '')
    const about = await sharp(bytes).metadata()
    expect(about).toMatchObject({ format: 'jpeg', width: 300, height: 400 })
    for (const part of ['exif', 'icc', 'iptc', 'xmp', 'orientation'] as const)
      expect(about[part]).toBeUndefined()
    expect(bytes?.includes('Exif')).toBe(false)
    expect(bytes?.includes('Ada Byron')).toBe(false)
  })

  test('is made as wide as a page at most, and stays transparent', async () => {
    const wide = await uploaded(await drawing({ width: 3000, height: 1500 }).webp().toBuffer())
    expect(wide).toMatchObject({ width: 1600, height: 800 })
    const pane = sharp({
      create: { width: 20, height: 20, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } },
    })
    const { src } = await uploaded(await pane.png().toBuffer())
    expect(src).toMatch(/-20x20\.png$/)
    expect(await upload(await drawing().avif().toBuffer(), 'image/avif')).toMatchObject({ statusCode: 200 })
  })

  test('is stored once, however often it is added, and every time is logged', async () => {
    const file = await drawing().png().toBuffer()
    const [one, other] = [await uploaded(file), await uploaded(file)]
    expect(other.src).toBe(one.src)
    const entries = await site.database.db
      .selectFrom('audit_log')
      .where('entity', '=', 'image')
      .where('entity_id', '=', one.src.split('/').at(-1) ?? '')
      .select(['actor', 'action', 'after'])
      .execute()
    expect(entries).toHaveLength(2)
    expect(entries[0]).toMatchObject({
      actor: 'blog_editor',
      action: 'create',
      after: { width: 60, height: 40 },
    })
  })
})

describe('refused in words', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  test.each([
    ['SVG', svg, 'image/svg+xml'],
    ['SVG that says it is PNG', svg, 'image/png'],
    ['a page', '<!doctype html><p>x', 'text/html'],
    ['nothing', '', 'image/png'],
  ])('%s', async (_, file, type) => {
    const answer = await upload(file, type)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors.image).toContain('Please use PNG, JPEG, WebP, GIF or AVIF.')
  })

  test('an animation', async () => {
    const frames = [await drawing().png().toBuffer(), await drawing().png().toBuffer()]
    const gif = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await upload(gif, 'image/gif')).json().errors.image).toContain(
      'Animated images are not supported',
    )
  })

  test('an image of a few bytes with billions of pixels, without decoding it', async () => {
    const bomb = Buffer.from(await drawing().png().toBuffer())
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    const answer = await upload(bomb)
    expect(answer.statusCode).toBe(422)
  })

  test('a damaged one', async () => {
    const whole = await drawing({ width: 900, height: 900 }).png({ compressionLevel: 0 }).toBuffer()
    expect((await upload(whole.subarray(0, 2000))).json().errors.image).toContain('can’t be read')
  })

  test('one that is too large', async () => {
    const answer = await upload(Buffer.alloc(IMAGE_BYTES_AT_MOST + 1))
    expect(answer.statusCode).toBe(413)
  })
})

describe('who may see it', () => {
  test('staff while it is only in a draft; everyone from the publication on; no one when it is withdrawn', async () => {
    const { src } = await uploaded(await drawing().png().toBuffer())
    const { id, version } = await staff.create(incidentOn(cloud, { body: shown(src) }))
    const customer = await signIn(site.database.db)
    const ask = async (cookie?: string) => {
      ;(site.holder as StandingHolder).hold(await editionOf(site.database.db))
      return site.app.inject({ url: src, headers: cookie === undefined ? {} : { cookie } })
    }
    for (const cookie of [undefined, customer.cookie]) {
      const hidden = await ask(cookie)
      expect(hidden.statusCode).toBe(404)
      expect(hidden.headers['cache-control']).toBe('private, no-store')
    }
    const draft = await ask(editor.cookie)
    expect(draft.statusCode).toBe(200)
    expect(draft.headers).toMatchObject({ 'cache-control': 'private, no-store', 'content-type': 'image/png' })

    const record = await staff.published(id, version)
    const open = await ask()
    expect(open.statusCode).toBe(200)
    expect(open.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect((await sharp(open.rawPayload).metadata()).width).toBe(60)
    const again = await site.app.inject({ url: src, headers: { 'if-none-match': String(open.headers.etag) } })
    expect(again.statusCode).toBe(304)

    const withdrawn = await staff.post(`/api/admin/records/${id}/unpublish`, {
      version: record.version,
      reason: 'A mistake.',
    })
    expect(withdrawn.statusCode, withdrawn.body).toBeLessThan(300)
    expect((await ask()).statusCode).toBe(404)
    expect((await ask(editor.cookie)).statusCode).toBe(200)
  })

  test.each(['/images/', '/images/x.png', `/images/${'a'.repeat(32)}-1x1.png`, '/images/../images/x'])(
    '%s is not found, in a short answer',
    async (url) => {
      const answer = await site.app.inject({ url, headers: { cookie: editor.cookie } })
      expect(answer.statusCode).toBe(404)
      expect(answer.body.length).toBeLessThan(40_000)
    },
  )
})

describe('a text with an image', () => {
  test('gets its size from the address, and loads it when it comes into view', async () => {
    const { src } = await uploaded(await drawing().png().toBuffer())
    const record = await published(shown(src, ' alt="A graph" width="9999" height="1" style="x"'))
    expect(record.content.body).toBe(
      `<p>See: <img src="${src}" alt="A graph" width="60" height="40" loading="lazy" /></p>`,
    )
  })

  test('can be saved but not published without a description; an empty one says that it is decorative', async () => {
    const { src } = await uploaded(await drawing().png().toBuffer())
    const { id, version } = await staff.create(incidentOn(cloud, { body: shown(src, '') }))
    const refused = await staff.publish(id, version)
    expect(refused.statusCode).toBe(422)
    expect(refused.json().errors.body).toContain('An image has no description.')
    const next = await staff.saved(id, version, incidentOn(cloud, { body: shown(src, ' alt=""') }))
    expect((await staff.publish(id, next)).statusCode).toBe(200)
  })

  test('can’t be published, scheduled or posted if the image doesn’t exist', async () => {
    const html = shown(`/images/${'b'.repeat(32)}-10x10.png`)
    const { id, version } = await staff.create(incidentOn(cloud, { body: html }))
    const when = { version, publish_at: `${new Date().getUTCFullYear() + 1}-01-01T00:00:00Z`, notifies: true }
    for (const refused of [
      await staff.publish(id, version),
      await staff.post(`/api/admin/records/${id}/schedule`, when),
    ]) {
      expect(refused.statusCode, refused.body).toBe(422)
      expect(refused.json().errors.body).toContain('There is no image at /images/bbbb')
    }
    const open = await published('<p>Words.</p>')
    const program = await site.program()
    const update = await program.ask(`/incidents/${open.id}/updates`, {
      method: 'POST',
      body: { body: html, body_format: 'html' },
    })
    expect(update.statusCode, update.body).toBe(422)
    expect(update.json().errors.body).toContain('There is no image at')
  })
})

describe('a program', () => {
  test('adds an image with the file as the body, once per Idempotency-Key, and shows it in an update', async () => {
    const program = await site.program({ scopes: ['incidents:write'] })
    const file = await drawing().png().toBuffer()
    const headers = { 'content-type': 'image/png', 'idempotency-key': 'picture 1' }
    const first = await program.ask('/images', { method: 'POST', body: file, headers })
    expect(first.statusCode, first.body).toBe(201)
    const { src, url } = first.json<{ data: Stored }>().data
    expect(url).toBe(`${SITE}${src}`)
    const second = await program.ask('/images', { method: 'POST', body: file, headers })
    expect(second.headers['idempotency-replayed']).toBe('true')
    const open = await published('<p>Words.</p>')
    const update = await program.ask(`/incidents/${open.id}/updates`, {
      method: 'POST',
      body: { body: shown(src), body_format: 'html' },
    })
    expect(update.statusCode, update.body).toBe(201)
    expect((await site.publicly(src)).statusCode).toBe(200)
  })

  test('without a scope that writes records is refused', async () => {
    const program = await site.program({ scopes: ['records:read', 'site:write'] })
    const refused = await program.ask('/images', {
      method: 'POST',
      body: await drawing().png().toBuffer(),
      headers: { 'content-type': 'image/png' },
    })
    expect(refused.statusCode).toBe(403)
    expect(refused.json().message).toContain('incidents:write')
  })
})

describe('without the database', () => {
  test('images are beside the edition files, each written once, for the site and for a recovery site', async () => {
    const { src } = await uploaded(await drawing().png().toBuffer())
    const name = src.split('/').at(-1) ?? ''
    const unseen = await uploaded(await drawing().png().toBuffer())
    await published(shown(src))
    const { db, url } = site.database
    const target = { kind: 'folder', path: join(folder, 'editions') } as const
    const writer = testWriter({ db, url, target })
    await eventually(async () => expect(await readdir(join(target.path, 'images'))).toContain(name))
    await writer.stop()
    const there = await readdir(join(target.path, 'images'))
    // A draft's image never leaves the database.
    expect(there).not.toContain(unseen.src.split('/').at(-1))

    const opened = makeOpened(makeLog({ level: 'silent', to: { write: () => {} } }))
    const editionFile = { ...testConfig().editionFile, target }
    const config = testConfig({ editionFile, dataDir: join(folder, 'data') })
    const shelf = openImages({ config, db, isDatabaseLost: () => true }, opened)
    expect((await shelf.find(name))?.length).toBeGreaterThan(0)
    await expect(shelf.find(unseen.src.split('/').at(-1) ?? '')).rejects.toThrow('unreachable')
    await opened.closeAll()

    const follow = () =>
      followEditionFiles({
        source: target,
        keys: KNOWN,
        folder: join(folder, 'recovery'),
        clock: () => new Date(),
        onEvent: () => {},
        pollEveryMs: 100,
      })
    const copies = join(folder, 'recovery/images')
    await mkdir(copies, { recursive: true })
    const unshown = `${'c'.repeat(32)}-1x1.png`
    const unshownToday = `${'d'.repeat(32)}-1x1.png`
    const unfinished = `.${randomUUID()}.unfinished`
    for (const each of [unshown, unshownToday, unfinished]) await writeFile(join(copies, each), 'png')
    await copyFile(join(target.path, 'images', name), join(copies, name))
    const yesterday = new Date(Date.now() - 25 * 3_600_000)
    for (const each of [unshown, unfinished, name]) await utimes(join(copies, each), yesterday, yesterday)
    const recovery = follow()
    await recovery.refresh()
    await eventually(async () => expect(await readdir(copies)).toEqual([...there, unshownToday].sort()))
    await recovery.stop()
    await rm(target.path, { recursive: true })
    const alone = follow()
    const images = makeImageShelf([alone.readImage])
    expect((await images.find(name))?.length).toBeGreaterThan(0)
    await alone.stop()
  })

  test('a file that was replaced is not shown', async () => {
    const shelf = makeImageShelf([async () => Buffer.from('something else')])
    expect(await shelf.find(`${'a'.repeat(32)}-1x1.png`)).toBeUndefined()
  })
})

describe('an attachment', () => {
  const PDF = '%PDF-1.7\nA report'
  const attach = (file: string | Buffer, name: string) =>
    site.app.inject({
      method: 'POST',
      url: `/api/admin/attachments?${new URLSearchParams({ name })}`,
      headers: { cookie: editor.cookie, 'x-csrf-token': editor.csrf, origin: SITE },
      payload: file,
    })
  const get = async (url: string, headers = {}) => {
    ;(site.holder as StandingHolder).hold(await editionOf(site.database.db))
    return site.app.inject({ url, headers })
  }

  test('is for staff in a draft and for everyone from the publication on, is saved and never shown, and leaves with the post', async () => {
    const stored = await attach(PDF, 'Root cause (Zürich).pdf')
    expect(stored.statusCode, stored.body).toBe(200)
    const { href, name, bytes, url } = stored.json().data
    expect({ name, bytes, url }).toEqual({
      name: 'root-cause-zurich.pdf',
      bytes: PDF.length,
      url: `${SITE}${href}`,
    })
    expect((await get(href)).statusCode).toBe(404)
    expect((await get(href, { cookie: editor.cookie })).body).toBe(PDF)
    const record = await published(`<p><a href="${href}">Report</a></p>`)
    const answer = await get(href)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe(PDF)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename=root-cause-zurich.pdf',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    await staff.post(`/api/admin/records/${record.id}/unpublish`, {
      version: record.version,
      reason: 'A mistake.',
    })
    expect((await get(href)).statusCode).toBe(404)
  })

  test.each([
    ['a program', 'setup.exe', 'MZ', 'Only PDF, TXT and CSV'],
    ['a page', 'page.html', '<script>', 'Only PDF, TXT and CSV'],
    ['no name', '', 'x', 'Only PDF, TXT and CSV'],
    ['a page that says it is a PDF', 'page.pdf', '<script>', 'not a PDF'],
    ['bytes that say they are text', 'data.csv', Buffer.from([0, 255, 254]), 'not plain text'],
    ['nothing', 'empty.txt', '', 'empty'],
  ])('%s is refused in words', async (_, name, file, words) => {
    const answer = await attach(file, name)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors.file).toContain(words)
  })

  test('that doesn’t exist stops a publication, and a program adds its own', async () => {
    const lost = `/attachments/${'0'.repeat(32)}-lost.pdf`
    const { id, version } = await staff.create(
      incidentOn(cloud, { body: `<p><a href="${lost}">Report</a></p>` }),
    )
    const refused = await staff.publish(id, version)
    expect(refused.statusCode).toBe(422)
    expect(refused.body).toContain('There is no file at')
    const program = await site.program({ scopes: ['incidents:write'] })
    const added = await program.ask('/attachments?name=hosts.csv', {
      method: 'POST',
      body: Buffer.from('host,since\na,14:02\n'),
      headers: { 'content-type': 'text/csv' },
    })
    expect(added.statusCode, added.body).toBe(201)
    expect(added.json().data).toMatchObject({ name: 'hosts.csv' })
  })
})

test('an image that no text refers to is deleted after 30 days; one in a draft stays', async () => {
  const { db } = site.database
  const [gone, drafted] = [await drawing().png().toBuffer(), await drawing().png().toBuffer()]
  const unused = await uploaded(gone)
  const used = await uploaded(drafted)
  await staff.create(incidentOn(cloud, { body: shown(used.src) }))
  const isThere = async ({ src }: Stored) => (await findImage(db, src.split('/').at(-1) ?? '')) !== undefined
  const after = (days: number) => new Date(site.clock.now.getTime() + days * 86_400_000)
  await sweepImages(db, after(29))
  expect([await isThere(unused), await isThere(used)]).toEqual([true, true])
  await sweepImages(db, after(31))
  expect([await isThere(unused), await isThere(used)]).toEqual([false, true])
})

test('images that are not shown any more leave the target a day later, and are copied again if shown again', async () => {
  const name = `${'b'.repeat(32)}-1x1.png`
  const { db } = site.database
  const now = site.clock.now
  const values = { name, bytes: Buffer.from('png'), created_at: now, used_at: now, checked_at: now }
  await db.insertInto('images').values(values).execute()
  const place = placeOf({ kind: 'folder', path: join(folder, 'tidied') }, new AbortController().signal)
  const { copy } = copyImagesTo({ db, place })
  const hidden = await editionOf(db)
  const showing = () => ({
    ...hidden,
    site: { ...hidden.site, images: new Set([...hidden.site.images, name]) },
  })
  const isThereAfter = async (edition: Edition, hours: number) => {
    const at = new Date(now.getTime() + hours * 3_600_000)
    await copy(edition, { now: at, mayWrite: () => true })
    return place.has(`images/${name}`)
  }
  expect(await isThereAfter(showing(), 0)).toBe(true)
  expect(await isThereAfter(hidden, 25)).toBe(true)
  expect(await isThereAfter(hidden, 30)).toBe(true)
  expect(await isThereAfter(showing(), 50)).toBe(true)
  expect(await isThereAfter(hidden, 75)).toBe(true)
  expect(await isThereAfter(hidden, 100)).toBe(false)
  expect(await isThereAfter(showing(), 101)).toBe(true)
})

test('an image that only withdrawn publications refer to is deleted, one that a publication shows stays', async () => {
  const { db } = site.database
  const [kept, withdrawn] = [
    await uploaded(await drawing().png().toBuffer()),
    await uploaded(await drawing().png().toBuffer()),
  ]
  await published('<p>One.</p>')
  await published('<p>Another.</p>')
  const first = await db.selectFrom('publications').select('id').orderBy('id', 'desc').limit(2).execute()
  const texts = [shown(kept.src), shown(withdrawn.src)]
  for (const [at, { id }] of first.entries())
    await sql`
      update publications set content = content || jsonb_build_object('body', ${texts[at]}::text),
        withdrawn_at = ${at === 1 ? site.clock.now : null}
      where id = ${id}`.execute(db)
  await sweepImages(db, new Date(site.clock.now.getTime() + 35 * 86_400_000))
  const isThere = async ({ src }: Stored) => (await findImage(db, src.split('/').at(-1) ?? '')) !== undefined
  expect([await isThere(kept), await isThere(withdrawn)]).toEqual([true, false])
})

test.skipIf(isShort)('a check of the texts that takes too long is not repeated on the same day', async () => {
  const { db } = site.database
  await uploaded(await drawing().png().toBuffer())
  const now = new Date(site.clock.now.getTime() + 40 * 86_400_000)
  await db.transaction().execute(async (trx) => {
    await sql`lock table record_templates in access exclusive mode`.execute(trx)
    await db.connection().execute(async (connection) => {
      await sql`set statement_timeout = 300`.execute(connection)
      await expect(sweepImages(connection, now)).rejects.toThrow('statement timeout')
      await sql`reset statement_timeout`.execute(connection)
    })
  })
  const checked = await db.selectFrom('images').select('checked_at').distinct().execute()
  expect(checked).toEqual([{ checked_at: now }])
})
