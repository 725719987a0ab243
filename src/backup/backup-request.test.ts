import { expect, test } from 'vitest'
import { backupRequest } from './backup-request.ts'

test('reads the arguments', () => {
  expect(backupRequest([])).toEqual({ kind: 'make', file: undefined, isVerified: true })
  expect(backupRequest(['a.tar', '--no-verify'])).toEqual({ kind: 'make', file: 'a.tar', isVerified: false })
  expect(backupRequest(['--show', 'a.tar'])).toEqual({ kind: 'show', file: 'a.tar' })
  expect(backupRequest(['-h', 'a.tar'])).toEqual({ kind: 'help' })
})

test.each([['--show'], ['a', 'b'], ['--force'], ['--show', 'a', '--no-verify'], ['--no-verify=1']])(
  '%s %s is refused in one line',
  (...typed) => {
    const request = backupRequest(typed)
    expect(request.kind).toBe('wrong')
    expect(request.kind === 'wrong' && request.line).toMatch(/^[^\n]+\.$/)
  },
)
