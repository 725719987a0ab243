#!/usr/bin/env node
// The one program: `candor help`. dist/server runs on the server, dist/cli calls a site's API. A container
// has only this file and dist/. If the sources are there, an outdated build is renewed first.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const ON_THE_SERVER = [
  'start',
  'backup',
  'restore',
  'verify',
  'staff-link',
  'edition-key',
  'lost-key',
  'export-static',
]

const [, , command = ''] = process.argv
// `verify` is about a backup, or about the log of a site if it names one.
const isAboutSite = command === 'verify' && process.argv.slice(3).some((word) => /^https?:\/\//.test(word))
if (ON_THE_SERVER.includes(command) && !isAboutSite) await runOnServer()
else await callSite()

async function runOnServer() {
  // File names on the command line are relative to where it was typed.
  process.env.INIT_CWD ??= process.cwd()
  process.chdir(dirname(dirname(fileURLToPath(import.meta.url))))
  if (existsSync('src') && existsSync('scripts/source-stamp.mjs')) await buildIfNeeded()
  if (command === 'start') process.argv.splice(2, 1)
  await load('../dist/server/main.js')
}

async function callSite() {
  // The help also lists what only this program can do.
  Object.assign(globalThis, { [Symbol.for('candor.server')]: true })
  await load('../dist/cli/candor.js')
}

/** @param {string} path */
async function load(path) {
  const program = new URL(path, import.meta.url)
  if (existsSync(program)) return import(program.href).catch(explain)
  console.error('candor: not built yet. Run "npm ci && npm run build" in this folder first.')
  process.exitCode = 1
}

/** @param {unknown} error */
function explain(error) {
  const { code } = /** @type {{ code?: string }} */ (error)
  if (code !== 'EMFILE') throw error
  console.error(
    'This process may open too few files at once (ulimit -n). Raise the limit to 65536, and start again.',
  )
  process.exit(1)
}

async function buildIfNeeded() {
  const stamp = './source-stamp.mjs'
  const { isBuilt } = await import(stamp)
  if (isBuilt()) return
  // Without the development tools, use the last build.
  if (!existsSync('node_modules/vite')) return
  console.log('Building the site (only after the first start or a change) …')
  const build = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
  if (build.status === 0) return
  console.error(`The build failed; ${command === 'start' ? 'the site was not started' : 'nothing was done'}.`)
  process.exit(1)
}
