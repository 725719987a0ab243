import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { limitOfNetwork, THROTTLE_LIMITS, type ThrottleLimit } from './domain/account/throttle-limits.ts'

const CONFIGURATION = 'docs/configuration.md'

const TOPS = ['src', 'tests', 'scripts', 'deploy', 'docs', 'bench', 'public', ...readdirSync('src')]
const OUR_PATH = new RegExp(`^(${TOPS.join('|')})/[\\w./-]+$`)
const SOURCE_FILE = /^[\w.][\w./-]*\.(ts|tsx|mjs|sql)$/

const sources = ['src', 'tests', 'scripts', 'bench'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
)

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

describe.each(documents)('%s', (document) => {
  const text = readFileSync(document, 'utf8')

  test('names only files that exist', () => {
    expect(pathsNamedIn(text).filter((path) => !exists(path))).toEqual([])
  })

  test('links only to places that exist', () => {
    expect(linksIn(text).filter((link) => !leadsSomewhere(document, link))).toEqual([])
  })
})

describe('environment variables', () => {
  const documented = variablesIn(readFileSync(CONFIGURATION, 'utf8'))
  const used = variablesInCode()

  test('that are read are documented, and the reverse', () => {
    expect(used.length).toBeGreaterThan(50)
    expect(documented).toEqual(used)
  })
})

test('the documented limits by client address match the code', () => {
  const rows = readFileSync('docs/security.md', 'utf8').matchAll(
    /^\| `([\w:-]+:address)` \| .* \| (\d+) \| (\d+) \| (\d+) s \|$/gm,
  )
  const documented = [...rows].map(([, name, ...numbers]) => [name, ...numbers.map(Number)])
  const limits: ThrottleLimit[] = Object.values(THROTTLE_LIMITS)
  const used = limits
    .filter(({ name }) => name.endsWith(':address'))
    .map((limit) => [limit.name, limit.attempts, limitOfNetwork(limit).attempts, limit.windowS])
  expect(documented.toSorted()).toEqual(used.toSorted())
})

/** Code spans that look like one of our files or folders. A path with `x` as a name is a pattern. */
function pathsNamedIn(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '')
  return [...prose.matchAll(/`([^`\s]+)`/g)]
    .map(([, span = '']) => span)
    .filter((span) => OUR_PATH.test(span) || SOURCE_FILE.test(span))
    .filter((span) => !/(^|[/-])x([./-]|$)/.test(span))
}

/** Relative to the repository, to `src`, or the end of a path. */
function exists(path: string): boolean {
  return (
    existsSync(path) || existsSync(join('src', path)) || sources.some((file) => file.endsWith(`/${path}`))
  )
}

function linksIn(text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
}

function leadsSomewhere(document: string, link: string): boolean {
  const [path = '', heading] = link.split('#')
  const target = path === '' ? document : join(dirname(document), path)
  if (!existsSync(target)) return false
  return heading === undefined || headingsOf(readFileSync(target, 'utf8')).includes(heading)
}

/** GitHub's anchors for headings. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function variablesIn(text: string): string[] {
  const cells = [...text.matchAll(/^\| (`[A-Z][^|]*)\|/gm)].map(([, cell = '']) => cell)
  return cells
    .flatMap((cell) => [...cell.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name))
    .sort()
}

function variablesInCode(): string[] {
  const configuration = ['src/server/config.ts', ...sourcesIn('src/server/config')]
  const names = [
    ...configuration.flatMap((file) => matches(file, /\bread\('([A-Z][A-Z0-9_]+)'\)/g)),
    ...sourcesIn('src').flatMap((file) => matches(file, /\benv\.([A-Z][A-Z0-9_]+)/g)),
  ]
  // Set by npm: the folder in which a command was typed.
  return [...new Set(names)].filter((name) => name !== 'INIT_CWD').sort()
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name))
}

function matches(file: string, pattern: RegExp): string[] {
  return [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name = '']) => name)
}
