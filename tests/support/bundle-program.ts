import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build } from 'vite'

/** A script of tests/crash as a file, bundled like the server, with node_modules beside it. */
export async function bundleProgram(
  script: 'backup-program.ts' | 'site-program.ts',
): Promise<{ file: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(resolve('node_modules', '.candor-program-'))
  await build({
    configFile: false,
    logLevel: 'error',
    // As in the build of the server: hundreds of small files, which a start would look for one by one.
    ssr: { noExternal: ['kysely', 'typebox'] },
    build: {
      ssr: resolve('tests/crash', script),
      outDir: folder,
      target: 'node20',
      copyPublicDir: false,
      rolldownOptions: { output: { entryFileNames: 'program.mjs' } },
    },
  })
  await chmod(folder, 0o755)
  return { file: join(folder, 'program.mjs'), remove: () => rm(folder, { recursive: true, force: true }) }
}
