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

/** Programs that are started by their path. The build, tests and npm scripts name theirs in `CONFIGURATION`. */
const STARTED_BY_PATH: Record<string, string> = {
  'scripts/draw-icons.ts': 'run by hand',
  'scripts/draw-world.ts': 'run by hand; a test compares the result',
  'scripts/write-common-passwords.ts': 'run by hand; a test compares the result',
  'bench/bare-process.mjs': 'a process of bench/bare-process.ts',
  'bench/delivery/pool-process.mjs': 'a process of bench/delivery/delivery.ts',
  'bench/delivery/sink-process.mjs': 'a process of bench/delivery/mail-sink.ts',
  'bench/publish-process.ts': 'a process of bench/publications.ts',
  'tests/browser/unpack-chromium.mjs': 'a process of tests/browser/find-browser.ts',
  'tests/crash/backup-program.ts': 'bundled by tests/crash/bundle-program.ts',
  'tests/crash/site-program.ts': 'bundled by tests/crash/bundle-program.ts',
  'tests/crash/worker-program.ts': 'bundled by tests/crash/bundle-program.ts',
  'tests/integration/embedded/support/owner.ts': 'a process of owner-process.ts beside it',
}

const CONFIGURATION = ['package.json', 'vite.config.ts', 'vitest.config.ts']
  .map((name) => readFileSync(name, 'utf8'))
  .join()

test('every source file is imported somewhere, and not only by tests', () => {
  const used = new Set(loaded.filter(({ from, to }) => !isTest(from) || isTest(to)).map(({ to }) => to))
  const unused = sources.filter(
    (file) =>
      !used.has(file) && !CONFIGURATION.includes(file) && !file.endsWith('.d.ts') && !isTestFile(file),
  )
  expect(unused.sort()).toEqual(Object.keys(STARTED_BY_PATH).sort())
})

const NOT_IMPORTED: Record<string, string> = {
  '@biomejs/biome': 'npm run lint',
  typescript: 'npm run types',
  '@types/node': 'node:… modules',
  '@node-rs/argon2': 'src/accounts/passwords/argon2-worker.ts requires it',
  '@fontsource-variable/public-sans': 'a font in src/ui/styles/fonts.css',
  '@sigstore/verify': 'src/domain/log/second-implementation.test.ts requires it',
  'world-atlas': 'read by scripts/world-drawing.ts',
}

test('every dependency is imported, those of the site by the site', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >
  const packages = (isUser: (file: string) => boolean) =>
    new Set(loaded.filter(({ from }) => isUser(from)).map(({ to }) => packageOf(to)))
  const ofSite = packages((file) => file.startsWith('src/') && !isTest(file))
  const ofAll = packages(() => true)
  const unused = [
    ...Object.keys(dependencies).filter((name) => !ofSite.has(name)),
    ...Object.keys(devDependencies).filter((name) => !ofAll.has(name.replace('@types/', ''))),
  ]
  expect(unused.sort()).toEqual(Object.keys(NOT_IMPORTED).sort())
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

test('no test replaces a module', () => {
  // Test files share loaded modules, so whether that works depends on which file ran before. Pass the part instead.
  const replacing = sources.filter(
    (file) => isTest(file) && /\bvi\.(?:do)?[mM]ock\(/.test(readFileSync(file, 'utf8')),
  )
  expect(replacing.filter((file) => file !== 'src/rooms.test.ts')).toEqual([])
})

const EXPORT = /^export (?:declare )?(?:async )?(const|function\*?|class|type|interface|enum|let) (\w+)/gm
const IMPORTED_NAMES = /\b(?:import|export)\s+(?:type\s+)?(?:\w+\s*,\s*)?\{([^}]*)\}\s*from\s*'(\.[^']+)'/g
/** Whole modules: `import * as`, `import('…')`, `typeof import('…')`, and modules that a script loads by path. */
const WHOLE_MODULE = /(?:\* as \w+ from|import\(|load(?:<[^>]*>)?\()\s*'([./][^']+)'/g

const exported = files.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(EXPORT)].map(([, kind = '', name = '']) => ({
    file,
    name,
    isType: kind === 'type' || kind === 'interface',
  })),
)

const sources = ['src', 'tests', 'scripts', 'bench'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => /\.(tsx?|mjs|css)$/.test(file)),
)

const { wholeModules, importedNames } = usesOf(sources)

/** Every file and package that is imported, also by styles (`composes`) and by path (`load`). */
const LOADED = /(?:\bfrom|\bimport|load(?:<[^>]*>)?)\s*\(?\s*['"]([^'"]+)['"]/g

const loaded = [...sources, 'vite.config.ts', 'vitest.config.ts'].flatMap((from) =>
  [...readFileSync(from, 'utf8').matchAll(LOADED)].map(([, given = '']) => {
    const [path = ''] = given.split('?')
    if (path.startsWith('/')) return { from, to: path.slice(1) }
    return { from, to: path.startsWith('.') ? join(dirname(from), path) : path }
  }),
)

function isTest(file: string): boolean {
  return file.startsWith('tests/') || isTestFile(file)
}

function isTestFile(file: string): boolean {
  return /\.test\.tsx?$/.test(file)
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

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
