import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  checkpointText,
  hexOf,
  LOG_KEY,
  noteText,
  verifierKey,
  verifierKeyText,
} from '../../domain/log/checkpoint.ts'
import { sha256 } from '../../domain/log/log-crypto.ts'
import { canonicalJson, type LogEntry, saltedFace } from '../../domain/log/log-entry.ts'
import { addLeaf, leafHash, NO_PEAKS, rootOf } from '../../domain/log/merkle.ts'
import { bundleOf } from '../../domain/log/tiles.ts'
import { runCli } from '../run-cli.ts'

/* What `candor verify` does when a site doesn't answer, answers differently for a moment, or is a copy that is behind. */
const ORIGIN = 'status.example/log/0123456789abcdef'
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const key = verifierKey(sha256, {
  name: ORIGIN,
  type: LOG_KEY,
  publicKey: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32),
})
const FACTS = {
  clouds: [],
  services: [],
  data_centers: [],
  severities: [],
  statuses: [],
  help_url: '',
  gov_help_url: '',
}
const SALT = '00'.repeat(16)

/** The answers of the site, by path. */
let site: Map<string, string | Uint8Array>
/** How often each path fails before it answers. */
let failing: Map<string, number>
let asked: string[]
/** The editions named in answers, by path, if it isn't 1. */
let editions: Map<string, number>
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-verify-'))
  site = new Map()
  failing = new Map()
  asked = []
  editions = new Map()
  writeLog(2)
  site.set('/api/global', JSON.stringify({ clouds: [], isTrustDR: false }))
  for (const type of ['url_change_notification', 'cloud_app', 'advisories', 'sub_processor'])
    site.set(notifications(type), JSON.stringify({ records: [], totalPages: 1 }))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('fetch', async (url: URL) => {
    const path = url.pathname + url.search
    asked.push(path)
    const left = failing.get(path) ?? 0
    failing.set(path, left - 1)
    if (left > 0) throw new TypeError('fetch failed')
    const body = site.get(path)
    const headers = { 'candor-edition': String(editions.get(path) ?? 1) }
    return body === undefined
      ? new Response(null, { status: 404 })
      : new Response(body as BodyInit, { headers })
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  rmSync(folder, { recursive: true, force: true })
})

const notifications = (type: string) => `/api/notifications?notification_type=${type}`

/** `size` entries: that the log began, then the facts of the site again and again. */
function writeLog(size: number, { signedBy = privateKey } = {}) {
  const hash = hexOf(sha256(saltedFace(SALT, canonicalJson(FACTS))))
  const time = '2026-11-17T12:00:00.000Z'
  const entries: LogEntry[] = [
    { act: 'began', edition: 1, time, began: { reason: 'first' } },
    ...Array.from({ length: size - 1 }, (): LogEntry => ({ act: 'facts', edition: 1, time, face: hash })),
  ]
  const texts = entries.map((entry) => new TextEncoder().encode(canonicalJson(entry)))
  const leaves = texts.map((text) => leafHash(sha256, text))
  const root = rootOf(
    sha256,
    leaves.reduce((peaks, leaf) => addLeaf(sha256, peaks, leaf), NO_PEAKS),
  )
  const text = checkpointText({ origin: ORIGIN, size, root })
  const bytes = Buffer.concat([key.id, sign(null, Buffer.from(text), signedBy)])
  site.set('/log/key', verifierKeyText(key))
  site.set('/log/checkpoint', noteText({ text, signatures: [{ name: ORIGIN, bytes }] }))
  site.set(`/log/0123456789abcdef/tile/0/000.p/${size}`, Buffer.concat(leaves))
  site.set(`/log/0123456789abcdef/tile/entries/000.p/${size}`, bundleOf(texts))
  site.set(`/log/faces/${hash}`, JSON.stringify({ salt: SALT, face: FACTS }))
}

const seenFile = () => join(folder, 'seen.json')

/** Also returns the pauses, in seconds. */
async function verified({
  onSecond = () => {},
  more = [] as string[],
} = {}): Promise<{ code: number; said: string; seconds: number }> {
  const lines: string[] = []
  let seconds = 0
  let code: number | undefined
  const say = (line: string) => lines.push(line)
  const running = runCli({
    argv: ['verify', 'https://status.example', '--state', seenFile(), ...more],
    env: {},
    out: say,
    err: say,
  }).then((ended) => {
    code = ended
  })
  while (code === undefined) {
    // Signatures are verified outside the event loop.
    await new Promise(setImmediate)
    if (vi.getTimerCount() === 0) continue
    await vi.advanceTimersByTimeAsync(1_000)
    seconds += 1
    onSecond()
  }
  await running
  return { code, said: lines.join(' '), seconds }
}

test('a request that fails is repeated up to three times, later and later', async () => {
  failing.set('/log/key', 3)
  expect(await verified()).toMatchObject({ code: 0, seconds: 1 + 2 + 3 })
  expect(asked.slice(0, 4)).toEqual(Array(4).fill('/log/key'))
})

test('a site that cannot be reached exits with 69, and what was seen before stays', async () => {
  expect((await verified()).code).toBe(0)
  const before = readFileSync(seenFile(), 'utf8')
  failing.set('/log/checkpoint', 4)
  expect(await verified()).toEqual({
    code: 69,
    said: 'candor: https://status.example cannot be reached.',
    seconds: 6,
  })
  expect(readFileSync(seenFile(), 'utf8')).toBe(before)
})

test('something wrong is looked at again for 15 seconds before it exits with 1', async () => {
  writeLog(2, { signedBy: generateKeyPairSync('ed25519').privateKey })
  expect(await verified()).toEqual({
    code: 1,
    said: 'candor: The signature of the checkpoint is wrong.',
    seconds: 2 + 4 + 9,
  })
  expect(asked.filter((path) => path === '/log/checkpoint')).toHaveLength(4)
})

test('a site that is right again meanwhile is verified', async () => {
  const list = notifications('cloud_app')
  const right = site.get(list) ?? ''
  site.set(list, JSON.stringify({ records: [{ id: 7 }], totalPages: 1 }))
  const count = () => asked.filter((path) => path === list).length
  expect(
    await verified({
      onSecond: () => {
        if (count() === 2) site.set(list, right)
      },
    }),
  ).toMatchObject({ code: 0, seconds: 2 + 4 })
})

test('a site that stays at another edition than its log exits with 69', async () => {
  site.set(notifications('cloud_app'), JSON.stringify({ records: [{ id: 7 }], totalPages: 1 }))
  expect(await verified()).toMatchObject({ code: 1, said: expect.stringContaining('7') })
  editions.set(notifications('cloud_app'), 2)
  expect(await verified()).toMatchObject({
    code: 69,
    said: expect.stringContaining('The site and its log are of different editions'),
    seconds: 15,
  })
})

test('a backup site whose copy of the log ends before its edition exits with 69', async () => {
  for (const path of ['/api/global', '/log/checkpoint', notifications('cloud_app')]) editions.set(path, 2)
  site.set(notifications('cloud_app'), JSON.stringify({ records: [{ id: 7 }], totalPages: 1 }))
  expect((await verified()).code).toBe(1)
  site.set('/api/global', JSON.stringify({ clouds: [], isTrustDR: true }))
  const behind = { code: 69, said: expect.stringContaining('the copy of the log on a backup site is behind') }
  expect(await verified()).toMatchObject(behind)
  site.set('/api/global', JSON.stringify({ clouds: [{ id: 1 }], isTrustDR: true }))
  expect(await verified()).toMatchObject(behind)
  // Editions that changed nothing in the log have no entry there.
  site.set('/api/global', JSON.stringify({ clouds: [], isTrustDR: true }))
  site.set(notifications('cloud_app'), JSON.stringify({ records: [], totalPages: 1 }))
  expect((await verified()).code).toBe(0)
})

test('the key of an earlier log of the site does not vouch for the one that began since', async () => {
  const { publicKey } = key
  const earlier = verifierKey(sha256, {
    name: 'status.example/log/fedcba9876543210',
    type: LOG_KEY,
    publicKey,
  })
  const more = ['--key', verifierKeyText(earlier)]
  const begun =
    /a different log than before|A new log has begun: it was \S+\/fedcba9876543210, and is \S+ now\./
  expect(await verified({ more })).toMatchObject({ code: 1, said: expect.stringMatching(begun) })
  const accepted = await verified({ more: [...more, '--accept-new-log'] })
  expect(accepted).toMatchObject({ code: 0, said: expect.stringMatching(begun) })
  // Everything from here on was seen before.
  expect((await verified({ more })).code).toBe(0)
  rmSync(seenFile())
  expect((await verified({ more: ['--key', verifierKeyText(key)] })).code).toBe(0)
})

test('fewer entries than before are lost, unless a backup site has only a copy that is behind', async () => {
  writeLog(5)
  expect((await verified()).code).toBe(0)
  writeLog(3)
  expect(await verified()).toMatchObject({
    code: 1,
    said: expect.stringMatching(/The log has lost entries: it had 5 entries on \S+, and has 3 now\./),
  })
  site.set('/api/global', JSON.stringify({ clouds: [], isTrustDR: true }))
  expect(await verified()).toMatchObject({
    code: 69,
    said: expect.stringContaining(
      'This is a backup site, and its copy of the log is behind: it has 3 entries',
    ),
    seconds: 0,
  })
  // A copy can't hide that the log was rewritten.
  const seen = JSON.parse(readFileSync(seenFile(), 'utf8'))
  writeFileSync(seenFile(), JSON.stringify({ ...seen, size: 2 }))
  expect(await verified()).toMatchObject({ code: 1, said: expect.stringContaining('have changed since') })
})
