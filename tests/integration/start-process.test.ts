import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isBuilt } from '../../scripts/source-stamp.mjs'
import { runProgram } from '../support/run-command.ts'

// `npm test` builds before it runs these. start.test.ts covers other rejected starts, processes-web.test.ts how
// processes stop.
describe.skipIf(!isBuilt())('the built site as a process', () => {
  test('an invalid variable prevents the start with one line and code 1', async () => {
    const site = runProgram({ PORT: 'http' })
    expect(await site.ended).toBe(1)
    expect([site.stdout, site.stderr]).toEqual(['', 'PORT must be a number from 0 to 65535, not "http".\n'])
  })

  test('the server is one file, so that a running site needs nothing else from its folder', () => {
    expect(readdirSync('dist/server').filter((name) => name.endsWith('.js'))).toEqual(['main.js'])
  })
})
