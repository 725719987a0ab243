import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startImporting } from '../../src/accounts/imports/start-importing.ts'
import { runCli } from '../../src/cli/run-cli.ts'
import { loadEdition } from '../../src/edition/load-edition.ts'
import { nextShelf } from '../../src/edition/record-shelf.ts'
import { isShort, sized } from '../size.ts'
import { type AutomationSite, automationSite } from '../support/automation-site.ts'
import { CLIENTS_HANG_UP } from '../support/clients-hang-up.ts'
import { editionOf } from '../support/demo-edition.ts'
import type { StandingHolder } from '../support/test-app.ts'

let site: AutomationSite
let url: string
let token: string
let folder: string

/** The launcher next to the program, as in a built clone. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-cli-'))
  await mkdir(join(folder, 'scripts'))
  await copyFile('scripts/candor.mjs', join(folder, 'scripts/candor.mjs'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await mkdir(join(folder, 'dist/cli'), { recursive: true })
  await copyFile('dist/cli/candor.js', join(folder, 'dist/cli/candor.js'))

  site = await automationSite()
  url = await site.app.listen({ port: 0, host: '127.0.0.1' })
  token = (await site.program({ name: 'shell' })).token
})

afterAll(async () => {
  await site.stop()
  await rm(folder, { recursive: true, force: true })
})

interface Ran {
  code: number | null
  out: string
  err: string
}

interface Call {
  env?: Record<string, string>
  stdin?: string
}

/** In this process: starting another takes longer than most commands. */
async function candor(args: string[], { env = {} }: Call = {}): Promise<Ran> {
  const ran: Ran = { code: null, out: '', err: '' }
  const code = await runCli({
    argv: args,
    env: { CANDOR_URL: url, CANDOR_TOKEN: token, ...env },
    out: (line) => {
      ran.out += `${line}\n`
    },
    err: (line) => {
      ran.err += `${line}\n`
    },
  })
  return { ...ran, code }
}

async function inShell(args: string[], { env = {}, stdin = '' }: Call = {}): Promise<Ran> {
  const child = spawn(process.execPath, [join(folder, 'scripts/candor.mjs'), ...args], {
    env: { PATH: process.env.PATH, CANDOR_URL: url, CANDOR_TOKEN: token, ...env },
  })
  const ran: Ran = { code: null, out: '', err: '' }
  child.stdout.on('data', (data) => {
    ran.out += data
  })
  child.stderr.on('data', (data) => {
    ran.err += data
  })
  child.stdin.end(stdin)
  const [code] = await once(child, 'close')
  return { ...ran, code }
}

const NEW = ['incident', 'open', '--title', 'Slow', '--cloud', 'northwall_net']

test('Z-08 the command line is one file, and a package that can be installed on its own', async () => {
  expect((await readdir('dist/cli')).toSorted()).toEqual([
    'LICENSE',
    'README.md',
    'candor.js',
    'package.json',
  ])
  const { name, bin, dependencies } = JSON.parse(await readFile('dist/cli/package.json', 'utf8'))
  expect([name, bin, dependencies]).toEqual(['candor-cli', { candor: 'candor.js' }, undefined])
  const installed = join(folder, 'installed')
  await cp('dist/cli', installed, { recursive: true })
  const child = spawn(join(installed, bin.candor), ['help'], { env: { PATH: process.env.PATH } })
  let out = ''
  child.stdout.on('data', (data) => {
    out += data
  })
  const [code] = await once(child, 'close')
  expect([code, out]).toEqual([0, expect.stringContaining('incident open')])
  expect(out).not.toContain('On the server itself')
})

// The short run covers the calls behind it in post-mortems.test.ts, and an incident.
test.skipIf(isShort)(
  'Z-08 a post-mortem is written from files and the command line, published, and shown',
  async () => {
    const opened = JSON.parse((await candor([...NEW, '--json'])).out)
    const id = String(opened.id)
    const early = await candor(['post-mortem', 'write', id, '--what-happened', 'Too early'])
    expect([early.code, early.err]).toEqual([1, expect.stringContaining('Resolve it first')])
    await candor(['incident', 'resolve', id, '--body', 'Over.'])
    const file = join(folder, 'why.md')
    await writeFile(file, 'A **disk** failed.')
    const written = await candor([
      ...['post-mortem', 'write', id, '--what-happened', 'It was slow.', '--why', `@${file}`, '--markdown'],
      ...['--action', 'in-progress: Replace it', '--action', 'Note: watch disks'],
    ])
    expect([written.code, written.err]).toEqual([0, ''])
    expect(written.out).toContain('draft, version 1')
    const published = await candor(['post-mortem', 'publish', id, '--no-notify'])
    expect(published.out).toContain('#post-mortem')
    const shown = await candor(['show', id])
    expect(shown.out).toContain('Post-mortem (published')
    expect(shown.out).toContain('A disk failed.')
    expect(shown.out).toContain('- Replace it (in progress)')
    expect(shown.out).toContain('- Note: watch disks (planned)')
  },
)

test('Z-08 without a build it says what to do', async () => {
  const bare = await mkdtemp(join(tmpdir(), 'candor-bare-'))
  await mkdir(join(bare, 'scripts'))
  await copyFile('scripts/candor.mjs', join(bare, 'scripts/candor.mjs'))
  const child = spawn(process.execPath, [join(bare, 'scripts/candor.mjs'), 'status'])
  let err = ''
  child.stderr.on('data', (data) => {
    err += data
  })
  const [code] = await once(child, 'close')
  expect([code, err]).toEqual([1, expect.stringContaining('npm ci && npm run build')])
  await rm(bare, { recursive: true, force: true })
})

test('Z-08 the help lists every command, and each has its own', async () => {
  const all = await candor(['help'])
  expect(all.code).toBe(0)
  for (const name of ['status', 'incident open', 'maintenance schedule', 'maintenance cancel'])
    expect(all.out).toContain(name)
  const one = await candor(['help', 'incident', 'open'])
  expect([one.code, one.out]).toEqual([0, expect.stringContaining('--title')])
  expect((await candor(['incident', 'open', '--help'])).out).toBe(one.out)
  const both = await candor(['help', 'incident'])
  expect(both.out).toContain('incident resolve <id>')
  expect((await candor(['incident', '--help'])).out).toBe(both.out)
})

test.each([
  [[], 64],
  [['help', 'explode'], 64],
  [['incident', 'open', '--titel', 'x'], 64],
  [['incident', 'open', '--cloud', 'northwall_net'], 64],
  [['incident', 'update', 'many', '--body', 'x'], 64],
  [['incident', 'update', '1'], 64],
  [['incident', 'resolve', '1', '2', '--body', 'x'], 64],
  [['status', '--url', 'ftp://x'], 64],
  [['status', '--timeout', 'soon'], 64],
])('Z-08 %j is a usage error: 64', async (args, code) => {
  const ran = await candor(args)
  expect(ran.code).toBe(code)
  expect(ran.err + ran.out).toMatch(/candor/)
})

test('Z-08 errors go to stderr and set the exit code', async () => {
  const ran = await inShell(['explode'])
  expect([ran.code, ran.out]).toEqual([64, ''])
  expect(ran.err).toMatch(/^candor: There is no command "explode"/)
})

test('Z-08 an incident from open to resolved', async () => {
  const opened = await inShell([...NEW, '--body', '-', '--json'], { stdin: 'From a pipe.\n\nTwo <b>.' })
  expect([opened.code, opened.err]).toEqual([0, ''])
  const { id, body } = JSON.parse(opened.out)
  expect(body).toBe('<p>From a pipe.</p><p>Two &lt;b&gt;.</p>')
  const updated = await candor(['incident', 'update', `${id}`, '--body', 'News.', '--status', 'Monitoring'])
  expect([updated.code, updated.out]).toEqual([
    0,
    expect.stringContaining(`Updated: Slow (${id}), Monitoring.`),
  ])
  const resolved = await candor(['incident', 'resolve', `${id}`, '--body', 'Over.', '--no-notify'])
  expect([resolved.code, resolved.out]).toEqual([0, expect.stringContaining('Resolved: Slow')])
  expect((await site.publications(id)).map(({ notifies }) => notifies)).toEqual([true, true, false])
})

test('Z-08 resolving an incident names the day of its post-mortem, or says that there will be none', async () => {
  const planned = async (day: string) => {
    const { id } = JSON.parse((await candor([...NEW, '--json'])).out)
    const words = ['--body', 'Over.', '--post-mortem-due-on', day]
    const { code, err } = await candor(['incident', 'resolve', `${id}`, ...words])
    const plan = await site.database.db
      .selectFrom('post_mortem_drafts')
      .where('record_id', '=', id)
      .select(['due_on', 'is_waived'])
      .executeTakeFirst()
    return { code, err, plan }
  }
  expect(await planned('2031-05-02')).toMatchObject({
    code: 0,
    plan: { due_on: '2031-05-02', is_waived: false },
  })
  expect(await planned('none')).toMatchObject({ code: 0, plan: { due_on: null, is_waived: true } })
  const wrong = await planned('soon')
  expect(wrong).toMatchObject({ code: 1, plan: undefined })
  expect(wrong.err).toContain('Please enter a day such as 2026-11-30.')
})

test('Z-08 records are listed and shown, and an incident reopened', async () => {
  const { out } = await candor([...NEW, '--body', 'First words.', '--json'])
  const { id } = JSON.parse(out)
  await candor(['incident', 'resolve', String(id), '--body', 'All **well**.', '--markdown'])
  const reopened = await candor(['incident', 'reopen', String(id), '--body', 'It is back.'])
  expect([reopened.code, reopened.out]).toEqual([0, expect.stringContaining('Reopened: Slow')])
  const listed = await candor(['list', '--kind', 'incident', '--state', 'open', '--limit', '1'])
  expect(listed.code).toBe(0)
  expect(listed.out).toMatch(new RegExp(`^${id} +incident`))
  expect(listed.out).toContain('There are more')
  const all = await candor(['list', '--kind', 'incident', '--limit', '130', '--json'])
  expect(JSON.parse(all.out)).toHaveLength(130)
  const shown = await candor(['show', String(id)])
  expect(shown.out).toContain('First words.')
  expect(shown.out).toContain('All well.')
  expect(shown.out).toContain('It is back.')
  expect((await candor(['show', '900000000'])).code).toBe(1)
  expect((await candor(['list', '--limit', 'x'])).code).toBe(64)
})

test.skipIf(isShort)('Z-08 maintenance from scheduling to completion', async () => {
  const year = new Date().getUTCFullYear() + 1
  const window = ['--starts-at', `${year}-01-01T00:00Z`, '--ends-at', `${year}-01-01T02:00Z`]
  const planned = await candor([
    ...['maintenance', 'schedule', '-t', 'Work', '-c', 'northwall_net', ...window],
    ...['--remind', '1440', '--remind', '60', '--manual-end', '--json'],
  ])
  expect([planned.code, planned.err]).toEqual([0, ''])
  const { id, remind_before_minutes, ends_by_itself } = JSON.parse(planned.out)
  expect([remind_before_minutes, ends_by_itself]).toEqual([[60, 1440], false])
  const later = ['--starts-at', `${year}-02-01T00:00Z`, '--ends-at', `${year}-02-01T02:00Z`]
  for (const [step, rest, word] of [
    ['postpone', later, 'Postponed'],
    ['start', [], 'Started'],
    ['update', ['--ends-at', `${year}-02-01T04:00Z`, '--add-service', 'DNS Control'], 'Updated'],
    ['complete', [], 'Completed'],
  ] as const) {
    const ran = await candor(['maintenance', step, `${id}`, '--body', 'So it is.', ...rest])
    expect([step, ran.code, ran.err, ran.out]).toEqual([step, 0, '', expect.stringContaining(word)])
  }
  const { out: moved } = await candor(['show', `${id}`])
  expect(moved).toContain(`Ends:         ${year}-02-01T04:00:00.000Z`)
  expect(moved).toContain('Now limited to DNS Control')
  const other = await candor([
    'maintenance',
    'schedule',
    '-t',
    'X',
    '-c',
    'northwall_net',
    ...window,
    '--json',
  ])
  const cancelled = await candor(['maintenance', 'cancel', `${JSON.parse(other.out).id}`, '--body', 'No.'])
  expect([cancelled.code, cancelled.out]).toEqual([0, expect.stringContaining('Canceled')])
})

test('Z-08 status lists open incidents in words, without a token: 2, else 0', async () => {
  const { db } = site.database
  const holder = site.holder as StandingHolder
  const edition = await editionOf(db)
  const open = [...edition.records.byId.values()].filter(
    ({ kind, closed_on }) => kind === 'incident' && closed_on === null,
  )
  const changed = open.map((record) => ({ ...record, closed_on: new Date(), to_time: null }))
  const calm = { ...edition, records: nextShelf(edition.records, { changed, withdrawn: [] }) }
  holder.hold(calm)
  const env = { CANDOR_TOKEN: '' }
  const well = await candor(['status'], { env })
  expect([well.code, well.err]).toEqual([0, ''])
  expect(well.out).toContain('is running.')
  expect(well.out).toContain('is under maintenance.')

  const { ask } = await site.program()
  await ask('/incidents', {
    method: 'POST',
    body: { title: 'Broken', clouds: ['northwall_net'], severity: 'Service Disruption' },
  })
  holder.hold(await loadEdition(db, calm))
  const broken = await candor(['status', '--cloud', 'northwall_net'], { env })
  expect([broken.code, broken.out]).toEqual([2, expect.stringContaining('Broken')])
  const json = await candor(['status', '--json', '-c', 'northwall_net'], { env })
  expect(JSON.parse(json.out)).toMatchObject([{ cloud: 'northwall_net', state: 'service_disruption' }])
  expect((await candor(['status', '-c', 'nowhere'], { env })).code).toBe(1)
  holder.hold(await editionOf(db))
})

test('Z-08 an import is previewed first, and done with --apply', async () => {
  const file = join(folder, 'threats.csv')
  await writeFile(file, 'day,category,family,region,blocked\n2026-11-01,malware,From a shell,Europe,12\n')
  const looked = await candor(['import', 'threats', file])
  expect([looked.code, looked.err]).toEqual([0, ''])
  expect(looked.out).toContain('This would be imported')
  const done = await candor(['import', 'threats', file, '--apply', '--json'])
  expect([done.code, done.err]).toEqual([0, ''])
  expect(JSON.parse(done.out)).toMatchObject({ is_done: true, lines: 1, replaced: 0 })
  await writeFile(file, 'day,category,family,region,blocked\n2026-11-01,malware,=1+1,Europe,12\n')
  const refused = await candor(['import', 'threats', file, '--apply'])
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringContaining('Line 2, family: It begins with "="'),
  ])
  expect((await candor(['import', 'everything', file])).code).toBe(64)
  expect((await candor(['import', 'threats', join(folder, 'nowhere.csv')])).code).toBe(1)
})

test('Z-08 an import of subscribers is watched until it has ended, and names the lines that were left out', async () => {
  const { db } = site.database
  const file = join(folder, 'subscribers.csv')
  await writeFile(file, 'email\nada@cli.example\nnobody\nben@cli.example\n')
  const worker = startImporting({ db, clock: () => site.clock.now, onEvent: () => {}, lookEveryMs: 20 })
  const done = await candor(['import', 'subscribers', file, '-c', 'northwall_net', '--apply'])
  const again = sized({ short: false, long: true })
    ? await candor(['import', 'subscribers', file, '-c', 'northwall_net', '--apply', '--json'])
    : undefined
  await worker.stop()
  expect(done.code, done.out).toBe(0)
  for (const words of ['2 new accounts', '1 lines left out', 'line 3: Not a valid email address.'])
    expect(done.out).toContain(words)
  if (again === undefined) return
  expect(JSON.parse(again.out)).toMatchObject({
    state: 'done',
    new_accounts: 0,
    known_accounts: 2,
    left_out: [{ line: 3 }],
  })
})

test('Z-08 a rejected request lists its errors by field: 1', async () => {
  const ran = await candor([...NEW, '--severity', 'Terrible', '--started-at', 'yesterday'])
  expect(ran.code).toBe(1)
  expect(ran.err).toContain('started_at')
  expect(ran.err).toContain('There is no severity "Terrible"')
})

test('Z-08 a token without permission: 77, and the token is not printed', async () => {
  const wrong = `cnd_${'x'.repeat(43)}`
  const unknown = await candor(NEW, { env: { CANDOR_TOKEN: wrong } })
  expect([unknown.code, unknown.out]).toEqual([77, ''])
  expect(unknown.err).not.toContain(wrong)
  const reader = await site.program({ scopes: ['records:read'] })
  const scoped = await candor(NEW, { env: { CANDOR_TOKEN: reader.token } })
  expect([scoped.code, scoped.err]).toEqual([77, expect.stringContaining('incidents:write')])
  expect(scoped.err).not.toContain(reader.token)
})

test('Z-08 the token may come from a file; without one it says so: 64', async () => {
  const file = join(folder, 'token')
  await writeFile(file, `${token}\n`)
  const read = await candor([...NEW, '--draft', '--token-file', file], { env: { CANDOR_TOKEN: '' } })
  expect([read.code, read.out]).toEqual([0, expect.stringContaining('Drafted')])
  expect((await candor(NEW, { env: { CANDOR_TOKEN: '' } })).code).toBe(64)
})

test('Z-08 the same key never acts twice', async () => {
  const args = [...NEW, '--idempotency-key', 'deploy-77', '--json']
  const [first, second] = [await candor(args), await candor(args)]
  expect([first.code, second.code]).toEqual([0, 0])
  expect(JSON.parse(second.out).id).toBe(JSON.parse(first.out).id)
})

test('Z-08 an unreachable site: 69', async () => {
  const ran = await candor(['status', '--retries', '0'], { env: { CANDOR_URL: 'http://127.0.0.1:1' } })
  expect([ran.code, ran.err]).toEqual([69, expect.stringContaining('cannot be reached')])
})

test('Z-08 a busy site is retried when it says so, with the same key', async () => {
  const keys: (string | undefined)[] = []
  const answers = [503, 429, 201]
  const stop = await listening((request, response) => {
    keys.push(request.headers['idempotency-key'] as string | undefined)
    const status = answers[keys.length - 1] ?? 500
    response.writeHead(status, { 'retry-after': '0', 'content-type': 'application/json' })
    const data = { id: 7, title: 'Slow', status: 'In Progress', state: 'published', url: null }
    response.end(JSON.stringify(status === 201 ? { data } : { message: 'Busy.' }))
  })
  const ran = await candor(NEW, { env: { CANDOR_URL: stop.url } })
  expect(ran.code).toBe(0)
  expect(new Set(keys).size).toBe(1)
  expect(keys).toHaveLength(3)
  await stop.close()
})

test('Z-08 a site that stays too busy: 69', async () => {
  const busy = await listening((_, response) => {
    response.writeHead(429, { 'retry-after': '0', 'content-type': 'application/json' })
    response.end(JSON.stringify({ message: 'Too many requests.' }))
  })
  const ran = await candor([...NEW, '--retries', '1'], { env: { CANDOR_URL: busy.url } })
  expect([ran.code, ran.err]).toEqual([69, expect.stringContaining('Too many requests.')])
  await busy.close()
})

test.skipIf(isShort)('Z-08 an answer that takes too long: 69', async () => {
  const stop = await listening(() => {})
  const ran = await candor([...NEW, '--timeout', '1', '--retries', '0'], { env: { CANDOR_URL: stop.url } })
  expect([ran.code, ran.err]).toEqual([69, expect.stringContaining('no answer in time')])
  await stop.close()
})

async function listening(listener: RequestListener) {
  const server = createServer(CLIENTS_HANG_UP, listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

test('verify exits with 69 while there is nothing to compare, and with 1 if there is no log', async () => {
  const key = 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8\n'
  let hasKey = true
  const server = createServer(CLIENTS_HANG_UP, (request, response) => {
    const isKey = hasKey && request.url === '/log/key'
    response.writeHead(isKey ? 200 : 404).end(isKey ? key : '')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const verify = (...more: string[]) =>
    candor(['verify', address, '--state', join(folder, 'seen.json'), ...more])
  expect(await verify()).toMatchObject({
    code: 69,
    err: 'candor: There is no checkpoint of the log at /log/checkpoint now.\n',
  })
  hasKey = false
  expect(await verify()).toMatchObject({ code: 1, err: expect.stringContaining('has no public log') })
  expect(await verify('--witness', key.trim())).toMatchObject({
    code: 64,
    err: expect.stringContaining('is not the key of a witness'),
  })
  server.close()
})
