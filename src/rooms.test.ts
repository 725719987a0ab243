import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** The rooms that each room may know. An arrow that is missing here is a decision to be made, not an oversight. */
const KNOWN_ROOMS: Record<string, string[]> = {
  domain: [],
  contract: ['domain'],
  db: ['domain'],
  edition: ['domain', 'contract', 'db'],
  publishing: ['domain', 'contract', 'db'],
  mail: ['domain'],
  accounts: ['domain', 'contract', 'db', 'mail'],
  delivery: ['domain', 'contract', 'db', 'mail'],
  backup: ['domain', 'db'],
  demo: ['domain', 'contract', 'db'],
  cli: ['domain', 'contract'],
  server: ['domain', 'contract', 'edition', 'publishing', 'mail', 'accounts', 'delivery', 'backup', 'demo'],
  ui: ['domain', 'contract'],
  web: ['domain', 'contract', 'ui'],
  admin: ['domain', 'contract', 'ui'],
  widget: ['contract'],
}

/** Places that know more than their room does. */
const KNOWN_BY_PLACE: Record<string, string[]> = {
  'src/server/start/': ['db'],
  'src/server/commands/': ['db'],
  'src/server/render/': ['web', 'ui'],
  'src/server/forms/': ['web', 'ui'],
}

/** What staff preview is what readers see. */
const SHOWN_TO_STAFF = [
  'src/web/account/account-keeper.tsx',
  'src/web/banners/banner-strip.tsx',
  'src/web/shell/maintenance-notice.tsx',
]

/** They run in browsers, too, or are no more than a script. */
const WITHOUT_NODE = ['domain', 'contract', 'ui', 'web', 'admin', 'widget']

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => join('src', name))
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))

const imports = files.flatMap((from) =>
  [...readFileSync(from, 'utf8').matchAll(IMPORT)].map(([, what = '']) => ({
    from,
    to: what.startsWith('.') ? join(dirname(from), what) : what,
  })),
)

test('a room knows only the rooms that it may know', () => {
  expect(files.length).toBeGreaterThan(1_000)
  expect(imports.filter(({ from, to }) => !mayKnow(from, to))).toEqual([])
})

test('what runs in browsers does without Node', () => {
  const isWithoutNode = (file: string) => WITHOUT_NODE.includes(roomOf(file))
  expect(imports.filter(({ from, to }) => isWithoutNode(from) && to.startsWith('node:'))).toEqual([])
})

function mayKnow(from: string, to: string): boolean {
  const room = roomOf(to)
  if (!to.startsWith('src/') || roomOf(from) === room) return true
  if (roomOf(from) === 'admin' && SHOWN_TO_STAFF.includes(to)) return true
  const places = Object.keys(KNOWN_BY_PLACE).filter((place) => from.startsWith(place))
  const known = [roomOf(from), ...places].flatMap((key) => KNOWN_ROOMS[key] ?? KNOWN_BY_PLACE[key] ?? [])
  return known.includes(room)
}

function roomOf(file: string): string {
  return file.split('/')[1] ?? ''
}
