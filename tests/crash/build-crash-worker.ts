import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'

/** One file with everything in it: it starts in a fraction of the time, and there are hundreds of starts. */
export async function buildCrashWorker(): Promise<{ file: string; forget(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-crash-'))
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['pg-native'] },
    build: {
      ssr: join(import.meta.dirname, 'crash-worker.ts'),
      outDir: folder,
      target: 'node20',
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: 'worker.mjs', codeSplitting: false } },
    },
  })
  return {
    file: join(folder, 'worker.mjs'),
    forget: () => rm(folder, { recursive: true, force: true }),
  }
}
