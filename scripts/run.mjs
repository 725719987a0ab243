// Runs a TypeScript script through Vite's module runner, so that scripts, tests and the site share one transform
// (`.sql?raw` included) and need no second TypeScript loader.
import { resolve } from 'node:path'
import { runnerImport } from 'vite'

const [script, ...args] = process.argv.slice(2)
if (script === undefined) {
  console.error('usage: node scripts/run.mjs <script.ts> [arguments]')
  process.exit(1)
}
process.argv = [process.argv[0] ?? 'node', resolve(script), ...args]
await runnerImport(resolve(script), { configFile: false, logLevel: 'error' })
