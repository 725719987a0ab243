import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'vite'
import { folderOfTheRun } from '../cluster/test-database.ts'

type Script = 'crash-worker.ts' | 'worker-program.ts'

const built = new Map<Script, Promise<string>>()

/** Bundles a script of this folder into one file, which starts much faster. All files of a worker share it. */
export function buildProgram(script: Script): Promise<string> {
  const made = built.get(script) ?? buildOnce(script)
  built.set(script, made)
  return made
}

async function buildOnce(script: Script): Promise<string> {
  const folder = await mkdtemp(join(folderOfTheRun(), 'program-'))
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true, external: ['pg-native'] },
    build: {
      ssr: join(import.meta.dirname, script),
      outDir: folder,
      target: 'node20',
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: 'program.mjs', codeSplitting: false } },
    },
  })
  return join(folder, 'program.mjs')
}
