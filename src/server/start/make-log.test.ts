import { expect, test } from 'vitest'
import { logDestination, makeLog } from './make-log.ts'

test('the log and its children never contain the row that a database refused', () => {
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

test('writes a line whole, even in pieces to a slow reader', () => {
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

test('drops a line if the disk is full, and tries the next one', () => {
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

test('a stuck reader delays only the first line, and gets whole lines when it continues', () => {
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
