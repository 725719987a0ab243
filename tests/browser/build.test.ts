import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the built program renders in production mode, however it is started', () => {
  const program = readFileSync('dist/server/main.js', 'utf8')
  // React reads the mode when it loads; the build has already replaced it.
  expect(program.includes('process.env.NODE_ENV')).toBe(false)
  expect(program).not.toMatch(/from ?["']react(-dom|-router)?(\/[\w.]+)?["']/)
  expect(program).toContain('renderToString')
})
