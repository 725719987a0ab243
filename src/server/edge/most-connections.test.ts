import { expect, test } from 'vitest'
import { mostConnections } from './most-connections.ts'

const limits = (soft: string) => `Limit                     Soft Limit           Hard Limit           Units
Max cpu time              unlimited            unlimited            seconds
Max open files            ${soft.padEnd(20)} 1048576              files
`

test('there are as many as the system lets a process have, up to what one process can look after', () => {
  expect(mostConnections(limits('1048576'))).toBe(10_000)
  expect(mostConnections(limits('unlimited'))).toBe(10_000)
  expect(mostConnections(limits('1024'))).toBe(721)
  expect(mostConnections(limits('64'))).toBe(1)
})

test('where the system says nothing it is few enough', () => {
  expect(mostConnections('')).toBe(3_486)
})
