import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { WIDGET_SCRIPT_PATH } from '../../domain/machine-paths.ts'
import { type Answer, answerOfBytes } from '../../edition/answer.ts'
import { SITE_KEY } from '../../edition/purge/surrogate-keys.ts'
import { FILE_CACHE, IMMUTABLE_CACHE, keyHeaders } from '../http/cache-control.ts'
import { OPEN_TO_ALL } from '../http/security-headers.ts'

export interface Assets {
  /** The source hash that the build leaves beside its folders. */
  builtFrom?: string | undefined
  files: ReadonlyMap<string, Answer>
  /**
   * The demo's icons and, below `/neutral`, those of other providers. The brand decides which of them a
   * site uses.
   */
  icons: ReadonlyMap<string, Answer>
  styles: readonly string[]
  stylesOf(source: string): readonly string[]
  fonts: readonly string[]
  scripts: readonly string[]
  boot: string | undefined
  preloads(source: string): readonly string[]
  admin: { styles: readonly string[]; scripts: readonly string[]; preloads: readonly string[] }
  extra?: string
}

interface ManifestEntry {
  file: string
  css?: string[]
  imports?: string[]
  assets?: string[]
}

const CLIENT_ENTRY = 'src/web/client-entry.tsx'

const BOOT_ENTRY = 'src/web/boot/boot.ts'

const ADMIN_ENTRY = 'src/admin/client-entry.tsx'

export function loadAssets({ client, admin }: { client: string; admin: string }): Assets {
  const site = readBundle(client, CLIENT_ENTRY)
  const staff = readBundle(admin, ADMIN_ENTRY)
  const all = [...staff.files, ...site.files]
  return {
    builtFrom: stampBeside(client),
    files: new Map(all.filter(([path]) => !isIcon(path))),
    icons: new Map(all.filter(([path]) => isIcon(path))),
    scripts: [`/${site.entry.file}`],
    boot: `/${entryOf(site.manifest, client, BOOT_ENTRY).file}`,
    styles: neededBy(site, site.entry).styles,
    stylesOf: (source) => neededBy(site, site.entry, site.manifest[`src/web/${source}`]).styles,
    fonts: [...site.files.keys()].filter((path) => /public-sans-latin-wght.*\.woff2$/.test(path)),
    preloads: (source) => neededBy(site, site.entry, site.manifest[`src/web/${source}`]).scripts,
    admin: {
      styles: neededBy(staff, staff.entry).styles,
      scripts: [`/${staff.entry.file}`],
      preloads: neededBy(staff, staff.entry).scripts,
    },
  }
}

function stampBeside(folder: string) {
  const stamp = join(folder, '../built-from')
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined
}

function isIcon(path: string) {
  return !path.startsWith('/assets/') && /\.(?:ico|png|svg)$/.test(path)
}

function readBundle(folder: string, entryName: string) {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    ManifestEntry
  >
  const entry = entryOf(manifest, folder, entryName)
  const files = readFiles(folder)
  // If a bundle has a single stylesheet, its manifest entries don't mention it.
  const isSplit = Object.values(manifest).some(({ css }) => css !== undefined)
  const common = isSplit ? [] : [...files.keys()].filter((path) => path.endsWith('.css'))
  return { manifest, entry, files, common }
}

function entryOf(manifest: Record<string, ManifestEntry>, folder: string, name: string): ManifestEntry {
  const entry = manifest[name]
  if (entry === undefined) throw new Error(`The build in ${folder} has no ${name}`)
  return entry
}

type Bundle = ReturnType<typeof readBundle>

function neededBy({ manifest, common }: Bundle, ...entries: (ManifestEntry | undefined)[]) {
  const seen = new Set<ManifestEntry>()
  const [scripts, styles] = [new Set<string>(), new Set<string>(common)]
  const add = (entry: ManifestEntry | undefined) => {
    if (entry === undefined || seen.has(entry)) return
    seen.add(entry)
    if (entry.file.endsWith('.css')) styles.add(`/${entry.file}`)
    else scripts.add(`/${entry.file}`)
    for (const name of entry.imports ?? []) add(manifest[name])
    for (const file of entry.css ?? []) styles.add(`/${file}`)
  }
  for (const entry of entries) add(entry)
  return { scripts: [...scripts], styles: [...styles] }
}

function readFiles(folder: string) {
  const files = new Map<string, Answer>()
  for (const found of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(found.parentPath, found.name)
    const path = `/${relative(folder, file).split(sep).join('/')}`
    const isServed = found.isFile() && !path.startsWith('/.') && !/\.(br|gz)$/.test(path)
    if (isServed) files.set(path, readFile(file, path))
  }
  return files
}

function readFile(file: string, path: string) {
  const br = existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : undefined
  const gzip = existsSync(`${file}.gz`) ? readFileSync(`${file}.gz`) : undefined
  return answerOfBytes({
    headers: {
      'content-type': CONTENT_TYPES[extname(path)] ?? 'application/octet-stream',
      // A file with a fixed name changes with a release, which purges the site.
      ...(path.startsWith('/assets/')
        ? { 'cache-control': IMMUTABLE_CACHE }
        : { 'cache-control': FILE_CACHE, ...keyHeaders([SITE_KEY]) }),
      ...headersOfFile(path),
    },
    identity: readFileSync(file),
    ...(br !== undefined && { br }),
    ...(gzip !== undefined && { gzip }),
  })
}

/** The widget is the only script that other sites load. */
export function headersOfFile(path: string): Readonly<Record<string, string>> {
  return path === WIDGET_SCRIPT_PATH ? OPEN_TO_ALL : {}
}

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}
