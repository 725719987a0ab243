import { expect, test } from 'vitest'
import { mostConnections, openFilesAllowed } from './usual-limits.ts'

const limits = (soft: string) => `Limit                     Soft Limit           Hard Limit           Units
Max cpu time              unlimited            unlimited            seconds
Max open files            ${soft.padEnd(20)} 1048576              files
`
const connectionsWith = (text: string) => mostConnections(openFilesAllowed(text))

test('follows the file limit of the system, up to a maximum per process', () => {
  expect(connectionsWith(limits('1048576'))).toBe(10_000)
  expect(connectionsWith(limits('unlimited'))).toBe(10_000)
  expect(connectionsWith(limits('1024'))).toBe(821)
  expect(connectionsWith(limits('256'))).toBe(130)
  expect(connectionsWith(limits('64'))).toBe(1)
})

test('assumes a safe limit if the system doesn’t report one', () => {
  expect(connectionsWith('')).toBe(3_586)
})
