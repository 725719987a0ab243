import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the built program renders as fast as it can, however it is started', () => {
  const program = readFileSync('dist/server/main.js', 'utf8')
  // React asks for the mode when it is loaded; here nobody asks the environment any more.
  expect(program.includes('process.env.NODE_ENV')).toBe(false)
  expect(program).not.toMatch(/from ?["']react(-dom|-router)?(\/[\w.]+)?["']/)
  expect(program).toContain('renderToString')
})
