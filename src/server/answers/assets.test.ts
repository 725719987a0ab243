import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Assets, loadAssets } from './assets.ts'

const MANIFEST = {
  'src/web/client-entry.tsx': {
    file: 'assets/site-1.js',
    imports: ['_shared.js'],
    css: ['assets/style-5.css'],
  },
  'src/web/boot/boot.ts': { file: 'assets/boot-0.js' },
  '_shared.js': { file: 'assets/shared-2.js', imports: ['src/web/client-entry.tsx'] },
  'src/web/pages/home-page.tsx': { file: 'assets/home-3.js', imports: ['_shared.js', '_chart.js'] },
  '_chart.js': { file: 'assets/chart-4.js', css: ['assets/chart-4.css'] },
  'src/web/pages/api-docs-page.css': { file: 'assets/api-docs-9.css' },
}

const ADMIN_MANIFEST = {
  'src/admin/client-entry.tsx': { file: 'assets/admin-7.js', imports: ['_parts.js'] },
  '_parts.js': { file: 'assets/parts-8.js' },
}

let folder: string
let admin: string
let assets: Assets

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'candor-assets-'))
  write('.vite/manifest.json', JSON.stringify(MANIFEST))
  write('assets/site-1.js', 'export {}')
  write('assets/site-1.js.br', 'as brotli')
  write('assets/site-1.js.gz', 'as gzip')
  write('assets/style-5.css', 'main {}')
  write('assets/public-sans-latin-wght-normal-6.woff2', 'font')
  write('theme/speedometer.js', 'export {}')
  write('favicon.svg', '<svg/>')
  write('unknown.bin', 'bytes')
  admin = mkdtempSync(join(tmpdir(), 'candor-assets-'))
  write('.vite/manifest.json', JSON.stringify(ADMIN_MANIFEST), admin)
  write('assets/admin-7.js', 'export {}', admin)
  write('assets/admin-9.css', 'nav {}', admin)
  assets = loadAssets({ client: folder, admin })
})

afterAll(() => {
  for (const made of [folder, admin]) rmSync(made, { recursive: true })
})

test('icons are apart, since the brand decides which of them a site has', () => {
  expect([...assets.icons.keys()]).toEqual(['/favicon.svg'])
})

test('only files with fixed names have the key with which a release is purged from caches', () => {
  const keyOf = (path: string) => assets.files.get(path)?.variants[0]?.headers['surrogate-key']
  expect([keyOf('/theme/speedometer.js'), keyOf('/assets/site-1.js')]).toEqual(['site', undefined])
})

test('files are found by path, and build-only files are not served', () => {
  expect([...assets.files.keys()].toSorted()).toEqual([
    '/assets/admin-7.js',
    '/assets/admin-9.css',
    '/assets/public-sans-latin-wght-normal-6.woff2',
    '/assets/site-1.js',
    '/assets/style-5.css',
    '/theme/speedometer.js',
    '/unknown.bin',
  ])
})

test('a file that the build compressed is sent compressed', () => {
  const variants = assets.files.get('/assets/site-1.js')?.variants
  expect(variants?.map(({ encoding, bytes }) => [encoding, bytes.toString()])).toEqual([
    ['br', 'as brotli'],
    ['gzip', 'as gzip'],
    ['identity', 'export {}'],
  ])
})

test('files with a hash in their name are immutable, others are revalidated', () => {
  const cacheOf = (path: string) => fileAt(path)?.variants[0]?.headers['cache-control']
  expect(cacheOf('/assets/site-1.js')).toContain('immutable')
  expect(cacheOf('/theme/speedometer.js')).not.toContain('immutable')
  expect(cacheOf('/favicon.svg')).not.toContain('immutable')
})

test('every file has its type, with a generic one for unknown files', () => {
  const typeOf = (path: string) => fileAt(path)?.variants[0]?.headers['content-type']
  expect(typeOf('/assets/site-1.js')).toBe('text/javascript; charset=utf-8')
  expect(typeOf('/favicon.svg')).toBe('image/svg+xml')
  expect(typeOf('/unknown.bin')).toBe('application/octet-stream')
})

test('a page lists everything its chunk needs, each file once', () => {
  expect(assets.scripts).toEqual(['/assets/site-1.js'])
  expect(assets.styles).toEqual(['/assets/style-5.css'])
  expect(assets.fonts).toEqual(['/assets/public-sans-latin-wght-normal-6.woff2'])
  expect(assets.preloads('pages/home-page.tsx')).toEqual([
    '/assets/site-1.js',
    '/assets/shared-2.js',
    '/assets/home-3.js',
    '/assets/chart-4.js',
  ])
  expect(assets.preloads('pages/unknown.tsx')).toEqual(['/assets/site-1.js', '/assets/shared-2.js'])
})

test('the admin area has its own bundle, and readers load nothing of it', () => {
  expect(assets.admin).toEqual({
    styles: ['/assets/admin-9.css'],
    scripts: ['/assets/admin-7.js'],
    preloads: ['/assets/admin-7.js', '/assets/parts-8.js'],
  })
  expect(assets.styles).not.toContain('/assets/admin-9.css')
})

test('refuses a folder without the site', () => {
  const other = mkdtempSync(join(tmpdir(), 'candor-assets-'))
  mkdirSync(join(other, '.vite'))
  writeFileSync(join(other, '.vite/manifest.json'), '{}')
  expect(() => loadAssets({ client: other, admin })).toThrow('has no src/web/client-entry.tsx')
  rmSync(other, { recursive: true })
})

function write(path: string, text: string, into = folder) {
  const file = join(into, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

test('a page gets the shared styles and its own', () => {
  expect(assets.styles).toEqual(['/assets/style-5.css'])
  expect(assets.stylesOf('pages/home-page.tsx')).toEqual(['/assets/style-5.css', '/assets/chart-4.css'])
  expect(assets.stylesOf('pages/api-docs-page.css')).toEqual([
    '/assets/style-5.css',
    '/assets/api-docs-9.css',
  ])
  expect(assets.stylesOf('pages/unknown.tsx')).toEqual(['/assets/style-5.css'])
})

function fileAt(path: string) {
  return assets.files.get(path) ?? assets.icons.get(path)
}
