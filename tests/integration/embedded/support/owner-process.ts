import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
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

const running = new Map<ChildProcess, Promise<unknown>>()
let bundle: Promise<string> | undefined

/** A process of its own that runs the embedded database of the folder, as `npm start` would. */
export async function startOwner(dataDir: string, { task, uid, env }: OwnerOptions = {}) {
  bundle ??= bundleOwner()
  const script = join(await bundle, 'owner.mjs')
  const child = spawn(process.execPath, [script, dataDir, ...(task ? [task] : [])], {
    detached: true, // a process group of its own, like a shell gives to what it starts in a terminal
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    ...(uid !== undefined && { uid, gid: uid }),
  })
  const said: Said[] = []
  const errors: string[] = []
  const listeners = new Set<() => void>()
  const hear = () => {
    for (const listener of listeners) listener()
  }
  createInterface({ input: child.stdout }).on('line', (line) => {
    said.push(JSON.parse(line))
    hear()
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text))
  const exit = once(child, 'close').then(([code]) => {
    running.delete(child)
    hear()
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
    /** What Ctrl-C does: the terminal signals the whole foreground group. */
    interruptGroup: () => {
      process.kill(-(child.pid ?? 0), 'SIGINT')
      return exit
    },
  }
}

export async function removeOwnerBundle(): Promise<void> {
  const folder = await bundle
  // The next file may share this module, and makes its own.
  bundle = undefined
  if (folder !== undefined) await rm(folder, { recursive: true, force: true })
}

export async function killOwners(): Promise<void> {
  for (const child of running.keys()) child.kill('SIGKILL')
  await Promise.all(running.values())
}

// Bundled like the server that `npm start` runs, with node_modules beside it; it also starts faster so.
async function bundleOwner(): Promise<string> {
  const folder = await mkdtemp(resolve('node_modules', '.candor-owner-'))
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: resolve(import.meta.dirname, 'owner.ts'),
      outDir: folder,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'owner.mjs' } },
    },
  })
  await chmod(folder, 0o755) // some tests start it as another user
  return folder
}
