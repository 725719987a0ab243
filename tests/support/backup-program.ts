import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { build } from 'vite'

export interface Ended {
  code: number | null
  out: string
  err: string
  maxRssKb: number
}

export interface BackupProgram {
  run(typed: string[], env: Record<string, string>): Promise<Ended>
  start(typed: string[], env: Record<string, string>): { process: ChildProcess; ended: Promise<Ended> }
  remove(): Promise<void>
}

/** The two commands as processes, bundled like the server, with node_modules beside them. */
export async function backupProgram(): Promise<BackupProgram> {
  const folder = await mkdtemp(resolve('node_modules', '.candor-backup-'))
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: resolve('tests/crash/backup-program.ts'),
      outDir: folder,
      target: 'node20',
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: 'program.mjs' } },
    },
  })
  await chmod(folder, 0o755)

  function start(typed: string[], env: Record<string, string>) {
    const child = spawn(process.execPath, [join(folder, 'program.mjs'), ...typed], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { PATH: process.env.PATH, ...(process.env.TMPDIR && { TMPDIR: process.env.TMPDIR }), ...env },
    })
    let maxRssKb = 0
    child.on('message', (message: { maxRssKb: number }) => {
      maxRssKb = message.maxRssKb
    })
    const all = [text(child.stdout as never), text(child.stderr as never), once(child, 'close')] as const
    const ended = Promise.all(all).then(([out, err, [code]]) => ({ code, out, err, maxRssKb }))
    return { process: child, ended }
  }

  return {
    start,
    run: (typed, env) => start(typed, env).ended,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
