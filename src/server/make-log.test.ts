import { expect, test } from 'vitest'
import { makeLog } from './make-log.ts'

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
