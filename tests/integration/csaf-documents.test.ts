import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { createMessage, generateKey, readKey, readSignature, verify } from 'openpgp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  DRAFT_CANARY,
  INTERNAL_CANARY,
  SCHEDULED_CANARY,
  UNPUBLISHED_CANARY,
} from '../../src/demo/canaries.ts'
import type { Edition } from '../../src/edition/edition.ts'
import type { EditionRecord } from '../../src/edition/edition-record.ts'
import { nextShelf } from '../../src/edition/record-shelf.ts'
import { openSigner } from '../../src/server/start/open-signer.ts'
import { sized } from '../size.ts'
import { csafFaults } from '../support/csaf-faults.ts'
import { PROVIDER_METADATA_SCHEMA, ROLIE_FEED_SCHEMA } from '../support/csaf-schemas.ts'
import { demoEdition } from '../support/demo-edition.ts'
import { standingHolder, type TestApp, testApp } from '../support/test-app.ts'

const HOSTILE = 'Web & "Mail" <b>]]></b> \u0007 𝄞 שלום \u202e 🚒'
const SITE = 'https://trust.northwall.example'
const METADATA = '/.well-known/csaf/provider-metadata.json'
const FEED = '/csaf/white/csaf-feed-tlp-white.json'
const LISTS = [METADATA, FEED, '/csaf/white/index.txt', '/csaf/white/changes.csv']

let edition: Edition
let site: TestApp
let signing: TestApp
let folder: string
const holder = standingHolder(new Date())
const holderOfSigning = standingHolder(new Date())

beforeAll(async () => {
  edition = await demoEdition()
  site = await testApp({ holder })
  folder = await mkdtemp(join(tmpdir(), 'candor-csaf-'))
  const key = await generateKey({ userIDs: [{ email: 'security@northwall.example' }], format: 'armored' })
  await writeFile(join(folder, 'key.asc'), key.privateKey)
  const opened = await openSigner({ file: join(folder, 'key.asc'), passphrase: undefined })
  if (opened.kind === 'refused' || opened.signer === undefined) throw new Error('no signer')
  signing = await testApp({ holder: holderOfSigning, signer: opened.signer })
})

beforeEach(() => {
  holder.hold(edition)
  holderOfSigning.hold(edition)
})

afterAll(async () => {
  await site.app.close()
  await signing.app.close()
  await rm(folder, { recursive: true })
})

async function get(url: string, headers: Record<string, string> = {}) {
  return site.app.inject({ url, headers })
}

async function read(url: string, { app } = site) {
  const answer = await app.inject({ url })
  expect(answer.statusCode, url).toBe(200)
  return answer.body
}

async function files(): Promise<string[]> {
  const index = await read('/csaf/white/index.txt')
  return index
    .trim()
    .split('\n')
    .map((file) => `/csaf/white/${file}`)
}

/** The short run reads every fifth: the demo makes them all alike. */
function someOf(all: readonly string[]) {
  return all.filter((_, index) => index % sized({ short: 5, long: 1 }) === 0)
}

function changed(record: EditionRecord, change: Partial<EditionRecord>): Edition {
  const records = nextShelf(edition.records, { changed: [{ ...record, ...change }], withdrawn: [] })
  return { ...edition, records }
}

function anAdvisory(): EditionRecord {
  const found = [...edition.records.byId.values()].find(
    ({ kind, cve_ids }) => kind === 'advisory' && cve_ids.length === 1,
  )
  if (found === undefined) throw new Error('The demo has advisories.')
  return found
}

async function fileOf({ id }: EditionRecord): Promise<string> {
  const ending = `-${String(id).padStart(4, '0')}.json`
  return (await files()).find((file) => file.endsWith(ending)) ?? 'none'
}

const ajv = new Ajv2020({ allErrors: true, strictTuples: false })
formats.default(ajv)

function faultsOf(schema: object, body: string) {
  const check = ajv.compile(schema)
  return check(JSON.parse(body)) ? [] : check.errors
}

test('CSAF: demo advisories pass all mandatory tests of an independent validator', async () => {
  const all = await files()
  expect(all.length).toBe([...edition.records.byId.values()].filter(({ kind }) => kind === 'advisory').length)
  expect(all.length).toBeGreaterThan(100)
  for (const file of someOf(all)) {
    const document = JSON.parse(await read(file))
    expect(await csafFaults(document), file).toEqual([])
    expect(document.document.references[0].url).toBe(SITE + file)
  }
}, 120_000)

test('CSAF: each document has its digest files', async () => {
  const file = await fileOf(anAdvisory())
  const body = await read(file)
  for (const algorithm of ['sha256', 'sha512']) {
    const hex = createHash(algorithm).update(body).digest('hex')
    expect(await read(`${file}.${algorithm}`)).toBe(`${hex}  ${file.split('/').at(-1)}\n`)
  }
})

test('CSAF: metadata and the ROLIE feed follow their schemas and link to every document', async () => {
  const hasRightForm = ajv.compile(ROLIE_FEED_SCHEMA)
  for (const app of sized({ short: [signing], long: [site, signing] })) {
    const metadata = await read(METADATA, app)
    const feed = await read(FEED, app)
    expect(faultsOf(PROVIDER_METADATA_SCHEMA, metadata)).toEqual([])
    expect(hasRightForm(JSON.parse(feed)) ? [] : hasRightForm.errors).toEqual([])
    expect(JSON.parse(metadata)).toMatchObject({
      publisher: { name: 'Northwall', namespace: SITE, contact_details: 'mailto:security@northwall.example' },
      distributions: [{ directory_url: `${SITE}/csaf/white/` }, { rolie: { feeds: [{ url: SITE + FEED }] } }],
    })
    const entries: { content: { src: string }; link: { href: string }[] }[] = JSON.parse(feed).feed.entry
    expect(entries.map(({ content }) => content.src).sort()).toEqual(
      (await files()).map((file) => SITE + file),
    )
    for (const { href } of entries[0]?.link ?? []) await read(href.slice(SITE.length), app)
  }
  const changes = (await read('/csaf/white/changes.csv')).trim().split('\n')
  const times = changes.map((line) => /^"[^"]+","([^"]+)"$/.exec(line)?.[1] ?? '')
  expect(times).toHaveLength((await files()).length)
  expect(times.toSorted().toReversed()).toEqual(times)
})

test('CSAF: documents have ETags and 304, HEAD without a body, and open CORS', async () => {
  for (const url of [...LISTS, await fileOf(anAdvisory()), '/.well-known/security.txt']) {
    const first = await get(url)
    expect(first.headers).toMatchObject({ 'access-control-allow-origin': '*' })
    const again = await get(url, { 'if-none-match': String(first.headers.etag) })
    expect([again.statusCode, again.body], url).toEqual([304, ''])
    const head = await site.app.inject({ url, method: 'HEAD' })
    expect([head.statusCode, head.body, head.headers.etag], url).toEqual([200, '', first.headers.etag])
    expect((await get(`${url}?utm_source=mail`)).headers.etag, url).toBe(first.headers.etag)
  }
})

test('CSAF: no document contains internal text', async () => {
  const canaries = [DRAFT_CANARY, INTERNAL_CANARY, SCHEDULED_CANARY, UNPUBLISHED_CANARY]
  for (const url of [...LISTS, ...someOf(await files())]) {
    const body = await read(url)
    for (const canary of canaries) expect(body, url).not.toContain(canary)
  }
})

test('CSAF: a withdrawn advisory disappears everywhere', async () => {
  const record = anAdvisory()
  const file = await fileOf(record)
  holder.hold({
    ...edition,
    records: nextShelf(edition.records, { changed: [], withdrawn: [record.id] }),
  })
  for (const ending of ['', '.sha256', '.sha512']) expect((await get(file + ending)).statusCode).toBe(404)
  for (const url of LISTS) expect(await read(url)).not.toContain(file.split('/').at(-1))
})

test('CSAF: a changed title keeps the URL, and hostile text is unchanged', async () => {
  const record = anAdvisory()
  const file = await fileOf(record)
  holder.hold(changed(record, { title: HOSTILE, alias: 'other', summary: HOSTILE }))
  const document = JSON.parse(await read(file))
  expect(document.document.title).toBe(HOSTILE)
  expect(await csafFaults(document)).toEqual([])
  const { entry } = JSON.parse(await read(FEED)).feed
  expect(entry.find(({ id }: { id: string }) => id === document.document.tracking.id)).toMatchObject({
    title: HOSTILE,
    summary: { content: HOSTILE },
  })
})

test('CSAF: odd URLs find nothing and break nothing', async () => {
  const file = await fileOf(anAdvisory())
  for (const url of [
    '/csaf/white/2026/sa-2026-9999999999.json',
    '/csaf/white/%2e%2e/secret.json',
    '/csaf/white/2026/%00.json',
    `/csaf/white/2026/${'x'.repeat(500)}.json`,
    file.toUpperCase(),
    `${file}.asc`,
    '/.well-known/csaf/openpgp/public_key.asc',
  ])
    expect([400, 404], url).toContain((await get(url)).statusCode)
})

test('CSAF: with a key each document has a signature, made once, that the published key verifies', async () => {
  const file = await fileOf(anAdvisory())
  const body = await read(file, signing)
  const armored = await read(`${file}.asc`, signing)
  expect(await read(`${file}.asc`, signing)).toBe(armored)
  const metadata = JSON.parse(await read(METADATA, signing))
  expect(metadata.role).toBe('csaf_trusted_provider')
  const [{ fingerprint, url }] = metadata.public_openpgp_keys
  const verificationKeys = await readKey({ armoredKey: await read(url.slice(SITE.length), signing) })
  expect(verificationKeys.getFingerprint().toUpperCase()).toBe(fingerprint)
  const { signatures } = await verify({
    message: await createMessage({ binary: Buffer.from(body) }),
    signature: await readSignature({ armoredSignature: armored }),
    verificationKeys,
  })
  expect(await signatures[0]?.verified).toBe(true)
  expect(await read('/.well-known/security.txt', signing)).toContain(`Encryption: ${url}`)
  expect(JSON.parse(await read(METADATA)).role).toBe('csaf_provider')
})

test("security.txt: names the provider's contact and the location of advisories", async () => {
  const answer = await get('/.well-known/security.txt')
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(answer.body).toContain('Contact: mailto:security@northwall.example\n')
  expect(answer.body).toContain(`CSAF: ${SITE}${METADATA}\n`)
})
