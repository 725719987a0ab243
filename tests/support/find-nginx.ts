import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, mkdirSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A program with the libraries that it was unpacked with; none where it is installed. */
export interface Nginx {
  program: string
  libraries: string | undefined
}

export type NginxOutcome = { kind: 'found'; nginx: Nginx } | { kind: 'missing'; why: string }

/** Debian keeps servers where the PATH of an ordinary user does not look. */
const USUAL_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/local/nginx/sbin', '/opt/homebrew/bin']
/** The libraries it links to; the C library is there wherever Node is. */
const PACKAGES = ['nginx', 'libpcre2-8-0', 'libssl3', 'zlib1g', 'libcrypt1']
const FETCH_WITHIN_MS = 60_000

/** The installed one, or one of the system's own package, unpacked into a folder and installed nowhere. */
export function findNginx(folder: string): NginxOutcome {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...USUAL_FOLDERS]
  const program = folders.map((each) => join(each, 'nginx')).find(isExecutable)
  if (program !== undefined) return { kind: 'found', nginx: { program, libraries: undefined } }
  return fetchNginx(folder)
}

export function fetchNginx(folder: string): NginxOutcome {
  try {
    mkdirSync(folder, { recursive: true })
    const deadline = performance.now() + FETCH_WITHIN_MS
    for (const name of PACKAGES) {
      const timeout = Math.max(1, Math.round(deadline - performance.now()))
      // Some have another name by now; whether the program runs without them is seen below.
      spawnSync('apt-get', ['download', name], { cwd: folder, timeout, stdio: 'ignore' })
    }
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.deb'))) {
      execFileSync('dpkg', ['-x', file, '.'], { cwd: folder })
    }
    const nginx = { program: join(folder, 'usr/sbin/nginx'), libraries: libraryFolders(folder) }
    execFileSync(nginx.program, ['-v'], { env: nginxEnvironment(nginx), stdio: 'ignore' })
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

/** Debian has a folder of libraries for each architecture. */
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
