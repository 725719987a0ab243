import { describe, expect, test } from 'vitest'
import { outcomeOfRefusal, smtpAnswer } from './smtp-answer.ts'

test('an answer is its code, and why if the server says so', () => {
  expect(smtpAnswer('250 Fine\r')).toEqual({ code: 250, status: '' })
  expect(smtpAnswer('550 5.1.1 <ada@customer.example> unknown\r')).toEqual({ code: 550, status: '5.1.1' })
  expect(smtpAnswer('250')).toEqual({ code: 250, status: '' })
})

test.each(['', 'HTTP/1.1 400 Bad Request', '25', '999 What', 'hello'])('"%s" is no answer', (line) => {
  expect(smtpAnswer(line)).toBeUndefined()
})

describe('a refusal', () => {
  const refusal = (command: Parameters<typeof outcomeOfRefusal>[0], line: string) =>
    outcomeOfRefusal(command, smtpAnswer(line) ?? { code: 0, status: '' })

  test('of the sender says nothing about the mail', () => {
    expect(refusal('MAIL FROM', '550 5.7.1 Who are you?')).toEqual({
      kind: 'away',
      reason: '550 5.7.1 MAIL FROM',
    })
  })

  test.each(['450 4.2.1 later', '452 full', '503 in wrong order'])('by "%s" is not for good', (line) => {
    expect(refusal('RCPT TO', line)).toMatchObject({ kind: 'later' })
    expect(refusal('DATA', line)).toMatchObject({ kind: 'later' })
  })

  test.each([
    ['RCPT TO', '550 5.1.1 unknown', true],
    ['RCPT TO', '550 unknown', true],
    ['RCPT TO', '550 5.2.1 disabled', true],
    ['DATA', '550 5.1.1 unknown', true],
    ['RCPT TO', '550 5.7.1 you are on a list of bad senders', false],
    ['RCPT TO', '552 5.2.2 mailbox full', false],
    ['RCPT TO', '554 no', false],
    ['DATA', '554 5.6.0 content refused', false],
    ['DATA', '550 looks like spam', false],
  ] as const)('of %s by "%s" is for good; about the address: %s', (command, line, isAboutAddress) => {
    expect(refusal(command, line)).toMatchObject({ kind: 'refused', isAboutAddress })
  })

  test('repeats nothing that the server said', () => {
    expect(JSON.stringify(refusal('RCPT TO', '550 5.1.1 <ada@customer.example> unknown'))).not.toContain(
      'ada',
    )
  })
})
