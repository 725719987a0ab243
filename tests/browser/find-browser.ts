import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'

export interface BrowserFiles {
  /** Absent for the browser that Playwright installed: Playwright knows its path. */
  executablePath?: string
  /** The environment it needs to find its fonts and libraries. */
  env: Record<string, string>
}

export type FoundBrowser =
  | { kind: 'found'; files: BrowserFiles; line: string }
  | { kind: 'missing'; line: string }

interface Candidate {
  name: string
  files: BrowserFiles
}

const PACKAGE = join(import.meta.dirname, '../../node_modules/@sparticuz/chromium/package.json')
const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }
const UNPACK = join(import.meta.dirname, 'unpack-chromium.mjs')
const PLAYWRIGHT = join(import.meta.dirname, '../../node_modules/playwright-core/cli.js')
const FETCH_WITH_PLAYWRIGHT = ['install', '--only-shell', 'chromium']
const FETCH_BY_HAND = `npx playwright-core ${FETCH_WITH_PLAYWRIGHT.join(' ')} --with-deps`
const PACKAGE_OF_DISTRIBUTION = 'chromium-headless-shell'
const FETCH_WITHIN_MS = 40_000
/** Generous: half an installation is worse than a late one. */
const INSTALL_WITHIN_MS = 300_000

/** The headless shell is the fastest, and the same as in the npm package. */
const SYSTEM_BROWSERS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * The browser from CHROMIUM_PATH, else from the npm package (x64), else from the system, else a download that the next
 * run reuses. `report` receives progress on slow steps.
 */
export async function findBrowser(report: (line: string) => void = () => {}): Promise<FoundBrowser> {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) return checkNamed(CHROMIUM_PATH)

  const folder = await unpackedPackage()
  const present =
    (await firstThatStarts(packagedBrowsers(folder))) ??
    (await firstThatStarts(systemBrowsers(folder))) ??
    (await firstThatStarts([playwrightBrowser(folder)]))
  if (present !== undefined) return present
  return (
    (await fetchWithPlaywright(folder, report)) ??
    (await fetchFromDistribution(folder, report)) ?? {
      kind: 'missing',
      line: `No Chromium starts here, and none could be fetched. This brings one: ${FETCH_BY_HAND} (or set CHROMIUM_PATH)`,
    }
  )
}

async function checkNamed(executablePath: string): Promise<FoundBrowser> {
  const candidate = { name: `CHROMIUM_PATH (${executablePath})`, files: { executablePath, env: {} } }
  const complaint = await complaintOf(candidate.files)
  if (complaint === undefined) return found(candidate)
  return { kind: 'missing', line: `The browser of CHROMIUM_PATH does not start (${complaint}).` }
}

/** Unpacked once per package version, into the user's cache folder. */
async function unpackedPackage(): Promise<string> {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  const parent = await mkdir(join(cache, 'candor'), { recursive: true }).then(
    () => join(cache, 'candor'),
    () => tmpdir(),
  )
  const folder = join(parent, `chromium-${version}-${process.arch}`)
  if (existsSync(folder)) return folder

  const unfinished = await mkdtemp(`${folder}-`)
  // The package unpacks its libraries only if it believes it runs on Amazon Linux.
  const env = { ...process.env, TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' }
  await promisify(execFile)(process.execPath, [UNPACK], { env })
  await writeFile(join(unfinished, 'fonts.conf'), fontsConf(folder))
  // Another run may have been faster; its folder is identical.
  await rename(unfinished, folder).catch(() => rm(unfinished, { recursive: true, force: true }))
  return folder
}

/** The same fonts on every machine, even one without fonts. */
function fontsConf(folder: string) {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>
`
}

function packagedBrowsers(folder: string): Candidate[] {
  const executablePath = join(folder, 'chromium')
  if (!existsSync(executablePath)) return []
  const name = `Chromium ${version} of the npm package`
  // The system's own libraries fit best; the packed ones are for systems that lack them.
  const packedLibraries = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }
  return [
    { name, files: { executablePath, env: fontsOf(folder) } },
    { name, files: { executablePath, env: { ...fontsOf(folder), ...packedLibraries } } },
  ]
}

function systemBrowsers(folder: string): Candidate[] {
  return SYSTEM_BROWSERS.flatMap((name) => {
    const executablePath = pathOf(name)
    if (executablePath === undefined) return []
    return [{ name: `the system's ${executablePath}`, files: { executablePath, env: fontsOf(folder) } }]
  })
}

function playwrightBrowser(folder: string): Candidate {
  return { name: 'the one that Playwright fetched', files: { env: fontsOf(folder) } }
}

function fontsOf(folder: string) {
  return { FONTCONFIG_FILE: join(folder, 'fonts.conf') }
}

/** Playwright needs a full path. */
function pathOf(name: string): string | undefined {
  if (name.startsWith('/')) return existsSync(name) ? name : undefined
  const { stdout } = spawnSync('which', [name], { encoding: 'utf8' })
  return stdout?.trim() || undefined
}

async function fetchWithPlaywright(folder: string, report: (line: string) => void) {
  report('Browser: none here; fetching one with the installer of Playwright …')
  const args = [PLAYWRIGHT, ...FETCH_WITH_PLAYWRIGHT]
  const { status } = spawnSync(process.execPath, args, { timeout: FETCH_WITHIN_MS, stdio: 'ignore' })
  return status === 0 ? firstThatStarts([playwrightBrowser(folder)]) : undefined
}

async function fetchFromDistribution(folder: string, report: (line: string) => void) {
  if (process.getuid?.() !== 0 || pathOf('apt-get') === undefined) return undefined
  report(`Browser: installing ${PACKAGE_OF_DISTRIBUTION} with apt …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', PACKAGE_OF_DISTRIBUTION]]) {
    spawnSync('apt-get', args, { env, timeout: INSTALL_WITHIN_MS, stdio: 'ignore' })
  }
  return firstThatStarts(systemBrowsers(folder))
}

async function firstThatStarts(candidates: Candidate[]): Promise<FoundBrowser | undefined> {
  for (const candidate of candidates) {
    if ((await complaintOf(candidate.files)) === undefined) return found(candidate)
  }
  return undefined
}

function found({ name, files }: Candidate): FoundBrowser {
  return { kind: 'found', files, line: `Browser: ${name}` }
}

async function complaintOf(files: BrowserFiles): Promise<string | undefined> {
  try {
    const browser = await launchBrowser(files)
    await browser.close()
    return undefined
  } catch (error) {
    return (error as Error).message.split('\n')[0]
  }
}

export interface LaunchOptions {
  args?: string[]
  /** Playwright closes the browser on Ctrl-C, unless the caller needs to clean up first. */
  handlesSignals?: boolean
}

export function launchBrowser(
  { executablePath, env }: BrowserFiles,
  { args = [], handlesSignals = true }: LaunchOptions = {},
) {
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    env: { ...process.env, ...env },
    args: ['--no-sandbox', '--disable-dev-shm-usage', ...args],
    handleSIGINT: handlesSignals,
    handleSIGTERM: handlesSignals,
  })
}
