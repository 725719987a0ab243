import { expect, test } from 'vitest'
import { logDestination, makeLog } from './make-log.ts'

test('neither the log nor its children repeat the row that a database refused', () => {
  const lines: string[] = []
  const log = makeLog({ level: 'info', to: { write: (line) => lines.push(line) } })
  const refused = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(kim@customer.example) already exists.',
    where: 'COPY users, line 1: "kim@customer.example"',
  })
  log.warn({ err: refused }, 'Mails have to wait')
  log.child({ part: 'edge' }).error({ err: refused }, 'A request failed')
  expect(lines).toHaveLength(2)
  for (const line of lines) {
    expect(JSON.parse(line).err).toMatchObject({ code: '23505', message: 'duplicate key' })
    expect(line).not.toContain('kim@customer.example')
  }
})

test('a line is written whole, also in pieces to a reader who is slow', () => {
  const written: string[] = []
  let calls = 0
  const destination = logDestination(2, (_fd, bytes) => {
    calls++
    if (calls === 2) throw Object.assign(new Error('busy'), { code: 'EAGAIN' })
    const piece = Buffer.from(bytes.subarray(0, 3)).toString()
    written.push(piece)
    return piece.length
  })
  destination.write('a line\n')
  expect(written.join('')).toBe('a line\n')
})

test('a line that the disk has no room for is lost, and the next one is tried', () => {
  const written: string[] = []
  let isFull = true
  const destination = logDestination(2, (_fd, bytes) => {
    if (isFull) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    written.push(Buffer.from(bytes).toString())
    return bytes.length
  })
  destination.write('lost\n')
  isFull = false
  destination.write('kept\n')
  expect(written).toEqual(['kept\n'])
})

test('a reader who is stuck holds up the first line alone, and reads whole lines when it goes on', () => {
  let written = ''
  let room = 3
  let calls = 0
  const destination = logDestination(2, (_fd, bytes) => {
    calls++
    if (room === 0) throw Object.assign(new Error('busy'), { code: 'EAGAIN' })
    const piece = bytes.subarray(0, room)
    room -= piece.length
    written += Buffer.from(piece).toString()
    return piece.length
  })
  destination.write('first\n')
  const callsOfTheFirst = calls
  for (let line = 0; line < 5; line++) destination.write('lost\n')
  expect(calls - callsOfTheFirst).toBe(5)
  room = 100
  destination.write('next\n')
  expect(written).toBe('fir\nnext\n')
})
