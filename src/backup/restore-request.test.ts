import { expect, test } from 'vitest'
import { restoreRequest } from './restore-request.ts'

test('reads the arguments', () => {
  const careful = {
    kind: 'restore',
    file: 'a.tar',
    mayReplace: false,
    isQuiet: true,
    isSafe: true,
    mayBePlain: false,
    log: undefined,
    isLogNewest: false,
  }
  expect(restoreRequest(['a.tar'])).toEqual(careful)
  expect(restoreRequest(['--yes', 'a.tar'])).toEqual({ ...careful, mayReplace: true })
  expect(restoreRequest(['a.tar', '-y', '--deliver', '--no-safety', '--plain'])).toEqual({
    ...careful,
    mayReplace: true,
    isQuiet: false,
    isSafe: false,
    mayBePlain: true,
  })
  expect(restoreRequest(['a.tar', '--log', 'https://dr.example', '--log-is-newest'])).toEqual({
    ...careful,
    log: 'https://dr.example',
    isLogNewest: true,
  })
  expect(restoreRequest(['--help'])).toEqual({ kind: 'help' })
})

test.each([[[]], [['a', 'b']], [['a', '--force']], [['a', '--yes=no']]])(
  '%j is refused in one line',
  (typed) => {
    const request = restoreRequest(typed)
    expect(request.kind === 'wrong' && request.line).toMatch(/^[^\n]+\.$/)
  },
)
