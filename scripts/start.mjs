// Builds if the sources changed since the last build, then becomes the server.
import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isBuilt } from './source-stamp.mjs'

process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))

if (!isBuilt()) {
  console.log('Building the site (only after the first start or a change) …')
  const build = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
  if (build.status !== 0) {
    console.error('The build failed; the site was not started.')
    process.exit(1)
  }
}
const server = '../dist/server/main.js'
await import(server)
