import { execFile, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface BrowserFiles {
  executablePath: string
  /** What it needs to find its fonts and libraries. */
  env: Record<string, string>
}

const UNPACK = join(import.meta.dirname, 'unpack-chromium.mjs')

/** What a system calls its own browser; the one without a window is the same as the packages bring, and the quickest. */
const SYSTEM_BROWSERS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/**
 * The browser of CHROMIUM_PATH, else the one of the packages, unpacked for this run. No package brings one for arm64:
 * there it is the system's.
 */
export async function findBrowser(): Promise<{ files: BrowserFiles; remove(): void }> {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) return { files: { executablePath: CHROMIUM_PATH, env: {} }, remove: () => {} }

  const folder = await mkdtemp(join(tmpdir(), 'candor-browser-'))
  const sweepUp = () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  process.once('exit', sweepUp)
  const remove = () => {
    process.off('exit', sweepUp)
    sweepUp()
  }
  try {
    return { files: await unpackInto(folder), remove }
  } catch (error) {
    remove()
    throw error
  }
}

async function unpackInto(folder: string): Promise<BrowserFiles> {
  // Only where it takes the system for Amazon's does the package unpack its libraries too.
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' }
  const { stdout: executablePath } = await promisify(execFile)(process.execPath, [UNPACK], { env })
  const fonts = { FONTCONFIG_FILE: await describeFonts(folder) }
  const ownLibraries = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }

  // The system's own libraries fit it best; the packed ones are for systems without any.
  const candidates = [
    { executablePath, env: fonts },
    { executablePath, env: { ...fonts, ...ownLibraries } },
    ...SYSTEM_BROWSERS.map((name) => ({ executablePath: pathOf(name), env: fonts })),
  ]
  const works = candidates.find((files) => complaintOf(files) === undefined)
  if (works === undefined) {
    const [line] = candidates.flatMap((files) => complaintOf(files) ?? [])
    throw new Error(`No browser starts here (${line}). Set CHROMIUM_PATH to a Chromium or Chrome.`)
  }
  return works
}

/** Where the system has it; Playwright takes no bare names. */
function pathOf(name: string): string {
  const { stdout } = spawnSync('which', [name], { encoding: 'utf8' })
  return stdout?.trim() || name
}

/** The same fonts on every machine, also on one that has none. */
async function describeFonts(folder: string): Promise<string> {
  const file = join(folder, 'fonts.conf')
  await writeFile(
    file,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>
`,
  )
  return file
}

function complaintOf({ executablePath, env }: BrowserFiles): string | undefined {
  const { status, stderr, error } = spawnSync(executablePath, ['--version'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  if (status === 0) return undefined
  return error?.message ?? stderr.trim().split('\n')[0]
}
