import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isBuilt } from '../../scripts/source-stamp.mjs'
import { runProgram } from '../support/program.ts'

// `npm test` builds before it runs these. What else a start refuses is in start.test.ts, how processes stop in
// processes-web.test.ts.
describe.skipIf(!isBuilt())('the built site as a process', () => {
  test('a wrong variable stops the start with one line and code 1', async () => {
    const site = runProgram({ PORT: 'http' })
    expect(await site.ended).toBe(1)
    expect([site.stdout, site.stderr]).toEqual(['', 'PORT must be a number from 0 to 65535, not "http".\n'])
  })

  test('the server is one file, so that a site that runs needs nothing of its folder any more', () => {
    expect(readdirSync('dist/server').filter((name) => name.endsWith('.js'))).toEqual(['main.js'])
  })
})
