import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** The rooms that each room may import. A missing entry is a decision to make, not an oversight. */
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

const KNOWN_BY_PLACE: Record<string, string[]> = {
  'src/server/start/': ['db'],
  'src/server/commands/': ['db'],
  'src/server/render/': ['web', 'ui'],
  'src/server/forms/': ['web', 'ui'],
}

const SHOWN_TO_STAFF = [
  'src/web/account/account-keeper.tsx',
  'src/web/banners/banner-strip.tsx',
  'src/web/shell/maintenance-notice.tsx',
]

/** These also run in browsers, or are only a script. */
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

test('a room imports only the rooms that it may', () => {
  expect(files.length).toBeGreaterThan(1_000)
  expect(imports.filter(({ from, to }) => !mayKnow(from, to))).toEqual([])
})

test('code that runs in browsers imports nothing from Node', () => {
  const isWithoutNode = (file: string) => WITHOUT_NODE.includes(roomOf(file))
  expect(imports.filter(({ from, to }) => isWithoutNode(from) && to.startsWith('node:'))).toEqual([])
})

const KNOWN_UNUSED = [
  // the text exists, but nothing shows it.
  'src/domain/texts.ts SIGN_OUT_WARNING',
  'src/domain/fair-line.ts GROUP_SHARE',
]

/** The contract's schema for the domain type with the same name. */
const ONE_THING_IN_TWO_ROOMS = ['RecordContent']

/** Types are exempt: outcomes and options are exported with their function, used or not. */
test('every exported value is imported somewhere', () => {
  const unused = exported
    .filter(({ file, name, isType }) => !isType && !isUsed(file, name))
    .map(({ file, name }) => `${file} ${name}`)
  expect(unused.filter((line) => !KNOWN_UNUSED.includes(line))).toEqual([])
})

test('the name of an exported type is unique', () => {
  const homes = new Map<string, Set<string>>()
  for (const { file, name, isType } of exported) {
    if (!isType || file === 'src/db/database.ts') continue
    homes.set(name, (homes.get(name) ?? new Set()).add(file))
  }
  const shared = [...homes].filter(([name, { size }]) => size > 1 && !ONE_THING_IN_TWO_ROOMS.includes(name))
  expect(shared.map(([name, where]) => `${name}: ${[...where].join(', ')}`)).toEqual([])
})

const EXPORT = /^export (?:declare )?(?:async )?(const|function\*?|class|type|interface|enum|let) (\w+)/gm
const IMPORTED_NAMES = /\b(?:import|export)\s+(?:type\s+)?(?:\w+\s*,\s*)?\{([^}]*)\}\s*from\s*'(\.[^']+)'/g
/** Whole modules: `import * as`, `import('…')`, `typeof import('…')`, and modules that a script loads by path. */
const WHOLE_MODULE = /(?:\* as \w+ from|import\(|importActual\(|mock\(|load(?:<[^>]*>)?\()\s*'([./][^']+)'/g

const exported = files.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(EXPORT)].map(([, kind = '', name = '']) => ({
    file,
    name,
    isType: kind === 'type' || kind === 'interface',
  })),
)

const { wholeModules, importedNames } = usesOf(
  ['src', 'tests', 'scripts', 'bench'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((file) => /\.(tsx?|mjs)$/.test(file)),
  ),
)

function usesOf(all: readonly string[]) {
  const wholeModules = new Set<string>()
  const importedNames = new Set<string>()
  for (const from of all) {
    const text = readFileSync(from, 'utf8')
    for (const [, path = ''] of text.matchAll(WHOLE_MODULE))
      wholeModules.add(path.startsWith('/') ? path.slice(1) : join(dirname(from), path))
    for (const [, names = '', path = ''] of text.matchAll(IMPORTED_NAMES)) {
      for (const part of names.split(',')) {
        const name = part
          .trim()
          .replace(/^type\s+/, '')
          .split(/\s+as\s+/, 1)
        importedNames.add(`${join(dirname(from), path)} ${name}`)
      }
    }
  }
  return { wholeModules, importedNames }
}

function isUsed(file: string, name: string): boolean {
  return wholeModules.has(file) || importedNames.has(`${file} ${name}`)
}

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
