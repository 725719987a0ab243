#!/usr/bin/env node
// The command line: `npx candor help`. It is built with the site.
import { existsSync } from 'node:fs'

const program = new URL('../dist/cli/candor.js', import.meta.url)
if (existsSync(program)) await import(program.href)
else {
  console.error('candor: not built yet. Run "npm ci && npm run build" in this folder first.')
  process.exitCode = 1
}
