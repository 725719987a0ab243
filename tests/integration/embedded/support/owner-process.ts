import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'vite'

export type Said = {
  report?: string
  outcome?: { kind: 'started'; url: string } | { kind: 'refused'; line: string }
  aliveOnSignal?: boolean
  written?: number
}
type OwnerOptions = { task?: 'write'; uid?: number; env?: Record<string, string> }

const SOURCES = [import.meta.dirname, resolve('src/db/embedded')]
/** Old enough that no other test run uses it. */
const OLD_MS = 24 * 3_600_000

const running = new Map<ChildProcess, Promise<unknown>>()
let bundle: Promise<string> | undefined

/** A separate process that runs the folder's embedded database, like `npm start`. */
export async function startOwner(dataDir: string, { task, uid, env }: OwnerOptions = {}) {
  bundle ??= bundleOwner()
  const script = join(await bundle, 'owner.mjs')
  const child = spawn(process.execPath, [script, dataDir, ...(task ? [task] : [])], {
    detached: true, // in its own process group, like a shell does in a terminal
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    ...(uid !== undefined && { uid, gid: uid }),
  })
  const said: Said[] = []
  const errors: string[] = []
  const listeners = new Set<() => void>()
  const listen = () => {
    for (const listener of listeners) listener()
  }
  createInterface({ input: child.stdout }).on('line', (line) => {
    said.push(JSON.parse(line))
    listen()
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text))
  const exit = once(child, 'close').then(([code]) => {
    running.delete(child)
    listen()
    return code as number | null
  })
  running.set(child, exit)

  async function hearing<T>(find: (said: Said) => T | undefined): Promise<T> {
    for (;;) {
      for (const message of said) {
        const found = find(message)
        if (found !== undefined) return found
      }
      if (!running.has(child)) throw new Error(`the process ended without saying it: ${errors.join('')}`)
      await new Promise<void>((wake) => listeners.add(wake))
    }
  }

  return {
    said,
    errors,
    exit,
    hearing,
    outcome: () => hearing((message) => message.outcome),
    kill: (signal: NodeJS.Signals) => {
      child.kill(signal)
      return exit
    },
    /** Like Ctrl-C: the terminal signals the whole foreground group. */
    interruptGroup: () => {
      process.kill(-(child.pid ?? 0), 'SIGINT')
      return exit
    },
  }
}

export async function killOwners(): Promise<void> {
  for (const child of running.keys()) child.kill('SIGKILL')
  await Promise.all(running.values())
}

// Bundled like the server of `npm start`, with node_modules beside it; it also starts faster. A bundle is
// cached for later runs of the same code.
async function bundleOwner(): Promise<string> {
  const folder = resolve('node_modules', `.candor-owner-${await stampOf(SOURCES)}`)
  if (existsSync(folder)) return folder
  await removeOldBundles()
  const made = await mkdtemp(resolve('node_modules', '.candor-owner-new-'))
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: resolve(import.meta.dirname, 'owner.ts'),
      outDir: made,
      target: 'node20',
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: 'owner.mjs' } },
    },
  })
  await chmod(made, 0o755) // some tests start it as another user
  await rename(made, folder).catch(() => rm(made, { recursive: true, force: true }))
  return folder
}

async function stampOf(folders: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of folders) {
    for (const name of (await readdir(folder)).filter((name) => /(?<!\.test)\.ts$/.test(name)).sort()) {
      hash.update(name).update(await readFile(join(folder, name)))
    }
  }
  return hash.digest('hex').slice(0, 16)
}

async function removeOldBundles(): Promise<void> {
  for (const name of await readdir('node_modules')) {
    const path = resolve('node_modules', name)
    const isOld = name.startsWith('.candor-owner-') && Date.now() - (await stat(path)).mtimeMs > OLD_MS
    if (isOld) await rm(path, { recursive: true, force: true })
  }
}
