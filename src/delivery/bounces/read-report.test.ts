import { describe, expect, test } from 'vitest'
import {
  complaintReport,
  deliveryReport,
  outOfOffice,
  type Returned,
} from '../../../tests/support/returned-mail.ts'
import { readReport } from './read-report.ts'

const to = 'bounces+token@northwall.example'
const ADA = 'ada@customer.example'
const read = (message: string) => readReport(Buffer.from(message))
const readDelivery = (of: Partial<Returned>) => read(deliveryReport({ to, ...of }))
const other = { kind: 'other' }

describe('delivery reports', () => {
  test('names an unknown address, with the code of its server', async () => {
    expect(await readDelivery({})).toEqual({
      kind: 'bounce',
      recipients: [ADA, ADA],
      reason: '550 5.1.1 RCPT TO',
    })
  })

  test.each<[string, Partial<Returned>, string]>([
    [
      'Gmail',
      { diagnostic: 'smtp; 550-5.1.1 The email account that you tried to reach\n does not exist.' },
      '550 5.1.1 RCPT TO',
    ],
    [
      'Exim',
      {
        status: '5.0.0',
        diagnostic: 'smtp; 550 No such user here',
        words: 'SMTP error after RCPT TO:<a@b>:',
      },
      '550 RCPT TO',
    ],
    [
      'a local mailbox',
      { diagnostic: 'X-Postfix; unknown user: "ada"', words: 'unknown user' },
      'bounce 5.1.1',
    ],
    ['a status only', { diagnostic: '', status: '5.1.10 (null MX)' }, 'bounce 5.1.10'],
  ])('reads the form of %s', async (_, of, reason) => {
    expect(await readDelivery(of)).toMatchObject({ kind: 'bounce', reason })
  })

  test.each<[string, Partial<Returned>]>([
    ['a delay', { action: 'delayed', status: '4.4.1', diagnostic: 'X-Postfix; connection timed out' }],
    ['a delay with a hard code', { action: 'delayed' }],
    ['a soft failure after the last attempt', { status: '4.4.7', diagnostic: '' }],
    ['a soft status with hard words', { status: '4.2.2' }],
    ['a delivery', { action: 'delivered', status: '2.0.0', diagnostic: '' }],
    ['a full mailbox', { status: '5.2.2', diagnostic: 'smtp; 552 5.2.2 Mailbox full' }],
    ['a spam rejection', { status: '5.7.1', diagnostic: 'smtp; 550 5.7.1 Looks like spam' }],
    ['a rejected sender', { status: '5.1.8', diagnostic: 'smtp; 553 5.1.8 Sender rejected' }],
    ["a relay that doesn't know us", { status: '5.0.0', diagnostic: 'smtp; 550 relay access denied' }],
    [
      'a bare code in reply to the message text',
      { status: '5.0.0', diagnostic: 'smtp; 550 Refused', words: 'end of DATA' },
    ],
    ['an unknown status', { status: 'unknown' }],
  ])('%s is not a bounce', async (_, of) => {
    expect(await readDelivery(of)).toEqual(other)
  })

  test('counts only unknown addresses among several recipients', async () => {
    const second = 'Final-Recipient: rfc822; bea@customer.example\r\nAction: delayed\r\nStatus: 4.4.1\r\n\r\n'
    const report = deliveryReport({ to }).replace('Final-Recipient', `${second}Final-Recipient`)
    expect(await read(report)).toMatchObject({ kind: 'bounce', recipients: [ADA, ADA] })
  })

  test('ignores a report inside the returned mail', async () => {
    const quoted = deliveryReport({ to, action: 'delayed', status: '4.4.1' }).replace(
      'It began at ten.',
      deliveryReport({ to }).replaceAll('4Fx1', 'inner'),
    )
    expect(await read(quoted)).toEqual(other)
  })
})

test('counts abuse complaints, but no other feedback', async () => {
  expect(await read(complaintReport({ about: to }))).toEqual({ kind: 'complaint' })
  expect(await read(complaintReport({ about: to, type: 'not-spam' }))).toEqual(other)
})

test.each([
  ['an out-of-office reply', outOfOffice(to)],
  ['a message from a person', 'From: ada@customer.example\r\nSubject: Thanks\r\n\r\nStatus: 5.1.1\r\n'],
  ['an empty message', ''],
  ['random bytes', '\u0000\u00ff\r\n'.repeat(50)],
  ['a report without parts', 'Content-Type: multipart/report; boundary=x\r\n\r\n'],
  ['a truncated report', deliveryReport({ to }).slice(0, 700)],
])('%s is not a report', async (_, message) => {
  expect(await read(message)).toEqual(other)
})
