import { execFileSync, spawnSync } from 'node:child_process'
import {
  accessSync,
  constants,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

/** The program, and the libraries unpacked with it; undefined if nginx is installed. */
export interface Nginx {
  program: string
  libraries: string | undefined
}

export type NginxOutcome = { kind: 'found'; nginx: Nginx } | { kind: 'missing'; why: string }

/** Debian installs servers outside of a regular user's PATH. */
const USUAL_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/local/nginx/sbin', '/opt/homebrew/bin']
/** The libraries it links to; the C library exists wherever Node runs. */
const PACKAGES = ['nginx', 'libpcre2-8-0', 'libssl3', 'zlib1g', 'libcrypt1']
const FETCH_WITHIN_MS = 60_000

/**
 * The installed one, or the system's package, unpacked into a folder without installing it. Downloading
 * takes ten seconds or more, so a copy is cached in the user's cache folder.
 */
export function findNginx(folder: string): NginxOutcome {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...USUAL_FOLDERS]
  const program = folders.map((each) => join(each, 'nginx')).find(isExecutable)
  if (program !== undefined) return { kind: 'found', nginx: { program, libraries: undefined } }
  const kept = nginxIn(cacheFolder())
  if (kept !== undefined) return { kind: 'found', nginx: kept }
  const outcome = fetchNginx(folder)
  if (outcome.kind === 'found') keepCopy(folder)
  return outcome
}

function cacheFolder() {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  return join(cache, 'candor', `nginx-${process.arch}`)
}

function nginxIn(folder: string): Nginx | undefined {
  const program = join(folder, 'usr/sbin/nginx')
  if (!isExecutable(program)) return undefined
  const nginx = { program, libraries: libraryFolders(folder) }
  const { status } = spawnSync(program, ['-v'], { env: nginxEnvironment(nginx), stdio: 'ignore' })
  return status === 0 ? nginx : undefined
}

/**
 * Complete or not at all; several workers may do this in parallel. If nothing can be stored, the next run downloads it
 * again.
 */
function keepCopy(folder: string) {
  try {
    const kept = cacheFolder()
    mkdirSync(join(kept, '..'), { recursive: true })
    const copy = mkdtempSync(`${kept}-`)
    try {
      cpSync(folder, copy, { recursive: true, verbatimSymlinks: true })
      if (nginxIn(kept) === undefined) rmSync(kept, { recursive: true, force: true })
      renameSync(copy, kept)
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  } catch {
    // Another worker was faster, or the folder is not writable.
  }
}

function fetchNginx(folder: string): NginxOutcome {
  try {
    mkdirSync(folder, { recursive: true })
    const deadline = performance.now() + FETCH_WITHIN_MS
    for (const name of PACKAGES) {
      const timeout = Math.max(1, Math.round(deadline - performance.now()))
      // Some may have been renamed; whether the program runs without them is checked below.
      spawnSync('apt-get', ['download', name], { cwd: folder, timeout, stdio: 'ignore' })
    }
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.deb'))) {
      execFileSync('dpkg', ['-x', file, '.'], { cwd: folder })
    }
    const nginx = nginxIn(folder)
    if (nginx === undefined) throw new Error('It does not run.')
    return { kind: 'found', nginx }
  } catch (error) {
    return {
      kind: 'missing',
      why: `nginx is not installed, and its package could not be fetched: ${(error as Error).message}`,
    }
  }
}

export function nginxEnvironment({ libraries }: Nginx): Record<string, string | undefined> {
  return { PATH: process.env.PATH, ...(libraries !== undefined && { LD_LIBRARY_PATH: libraries }) }
}

function libraryFolders(folder: string) {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.so\.\d/.test(path),
  )
  return [...new Set(found.map((path) => join(folder, path, '..')))].join(delimiter)
}

function isExecutable(file: string) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
