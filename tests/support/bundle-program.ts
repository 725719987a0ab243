import { mkdtemp, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'vite'
import { folderOfTheRun } from '../cluster/test-database.ts'

type Script = 'backup-program.ts' | 'site-program.ts'

const bundles = new Map<Script, Promise<string>>()

/** A script of tests/crash as a file, bundled like the server, with node_modules beside it. All files of a worker share it. */
export function bundleProgram(script: Script): Promise<string> {
  const made = bundles.get(script) ?? bundle(script)
  bundles.set(script, made)
  return made
}

async function bundle(script: Script): Promise<string> {
  const folder = await mkdtemp(join(folderOfTheRun(), 'program-'))
  await build({
    configFile: false,
    logLevel: 'error',
    // As in the server build: hundreds of small files, which would slow down each start.
    ssr: { noExternal: ['kysely', 'typebox'] },
    build: {
      ssr: resolve('tests/crash', script),
      outDir: folder,
      target: 'node20',
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: 'program.mjs' } },
    },
  })
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  return join(folder, 'program.mjs')
}
