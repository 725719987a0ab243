import { pino } from 'pino'
import { expect, test } from 'vitest'
import { makeOpened } from './opened.ts'

test('closes everything once, last opened first, even if one part fails to close', async () => {
  const closed: string[] = []
  const opened = makeOpened(pino({ level: 'silent' }))
  opened.add(async () => void closed.push('database'))
  opened.add(async () => {
    throw new Error('stuck')
  })
  opened.add(async () => void closed.push('site'))
  expect(opened.closing.aborted).toBe(false)
  const closing = opened.closeAll()
  expect(opened.closing.aborted).toBe(true)
  await Promise.all([closing, opened.closeAll()])
  expect(closed).toEqual(['site', 'database'])
})

test('what is opened after closing began is closed by the next call', async () => {
  const closed: string[] = []
  const opened = makeOpened(pino({ level: 'silent' }))
  await opened.closeAll()
  opened.add(async () => void closed.push('late'))
  await opened.closeAll()
  expect(closed).toEqual(['late'])
})
