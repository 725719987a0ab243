import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, rename, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { expect, vi } from 'vitest'
import { folderOfTheRun } from '../cluster/test-database.ts'

/**
 * Packages outside of the bundle are found in node_modules. The server build leaves out the same packages.
 */
const INSIDE = {
  'backup-program.ts': ['kysely', 'typebox'],
  'site-program.ts': ['kysely', 'typebox'],
  'crash-worker.ts': true,
  'worker-program.ts': true,
} as const

/** On a busy machine, ten times as long as on an idle one. */
const BUNDLED_WITHIN_MS = 120_000

type Script = keyof typeof INSIDE

/** A script of this folder as one file, which starts much faster. All workers of the run share it. */
export async function bundleProgram(script: Script): Promise<string> {
  const folder = join(folderOfTheRun(), script)
  const program = join(folder, 'program.mjs')
  const isFirst = await mkdir(folder).then(
    () => true,
    () => false,
  )
  if (isFirst) await bundle(script, folder)
  await vi.waitFor(() => expect(existsSync(program)).toBe(true), { timeout: BUNDLED_WITHIN_MS, interval: 50 })
  return program
}

async function bundle(script: Script, folder: string) {
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: INSIDE[script] === true ? true : [...INSIDE[script]], external: ['pg-native'] },
    build: {
      ssr: join(import.meta.dirname, script),
      outDir: join(folder, 'made'),
      target: 'node20',
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: 'program.mjs', codeSplitting: false } },
    },
  })
  // Complete at once: other workers wait for it.
  await rename(join(folder, 'made', 'program.mjs'), join(folder, 'program.mjs'))
}

export async function beginCrashWorker(file: string): Promise<ChildProcess> {
  const child = fork(file, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  await once(child, 'message')
  return child
}
