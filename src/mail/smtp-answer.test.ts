import { describe, expect, test } from 'vitest'
import { outcomeOfRefusal, smtpAnswer } from './smtp-answer.ts'

test('reads the code and the enhanced status, if any', () => {
  expect(smtpAnswer('250 Fine\r')).toEqual({ code: 250, status: '', words: 'Fine' })
  expect(smtpAnswer('550 5.1.1 <ada@customer.example> unknown\r')).toEqual({
    code: 550,
    status: '5.1.1',
    words: '<ada@customer.example> unknown',
  })
  expect(smtpAnswer('250')).toEqual({ code: 250, status: '', words: '' })
})

test.each(['', 'HTTP/1.1 400 Bad Request', '25', '999 What', 'hello'])('"%s" is not an answer', (line) => {
  expect(smtpAnswer(line)).toBeUndefined()
})

describe('a refusal', () => {
  const refusal = (command: Parameters<typeof outcomeOfRefusal>[0], line: string) =>
    outcomeOfRefusal(command, smtpAnswer(line) ?? { code: 0, status: '', words: '' })

  test('of the sender says nothing about the mail', () => {
    expect(refusal('MAIL FROM', '550 5.7.1 Who are you?')).toEqual({
      kind: 'away',
      reason: '550 5.7.1 MAIL FROM',
    })
  })

  test.each(['450 4.2.1 later', '452 full', '503 in wrong order'])('with "%s" is temporary', (line) => {
    expect(refusal('RCPT TO', line)).toMatchObject({ kind: 'later' })
    expect(refusal('DATA', line)).toMatchObject({ kind: 'later' })
  })

  test.each([
    ['RCPT TO', '550 5.1.1 unknown', true],
    ['RCPT TO', '550 5.1.2 no such domain', true],
    ['RCPT TO', '553 5.1.3 no address', true],
    ['RCPT TO', '551 5.1.6 moved', true],
    ['RCPT TO', '556 5.1.10 takes no mail', true],
    ['RCPT TO', '550 5.2.1 disabled', true],
    ['DATA', '550 5.1.1 unknown', true],
    ['RCPT TO', '550 unknown', true],
    ['RCPT TO', '551 not here', true],
    ['RCPT TO', '553 what is that', true],
    ['RCPT TO', '550 <relay.policy@sender.example> unknown', true],
    ['RCPT TO', '550 5.1.0 no', false],
    ['RCPT TO', '550 5.4.1 no', false],
    ['RCPT TO', '552 5.2.2 mailbox full', false],
    ['RCPT TO', '554 no', false],
    ['DATA', '554 5.6.0 content refused', false],
    ['DATA', '550 looks like spam', false],
  ] as const)('of %s with "%s" is final; about the address: %s', (command, line, isAboutAddress) => {
    expect(refusal(command, line)).toMatchObject({ kind: 'refused', isAboutAddress })
  })

  test.each([
    '550 relay not permitted',
    '550-relay not permitted',
    '551 we do not relay',
    '553 sorry, that domain is not in my list of allowed rcpthosts (#5.7.1)',
    '550 5.1.7 bad address of the sender',
    '550 5.1.8 the domain of the sender is not there',
    '550 5.7.1 you are on a list',
    '554 5.7.1 <ada@customer.example>: Relay access denied',
    '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain',
    '550 sender verify failed',
    '550 SPF check failed',
    '550 blocked',
    '550 this looks like spam',
    '550 against our policy',
    '550 Administrative prohibition: prohibited',
    '550 authentication required',
  ])('of a recipient with "%s" is about us and can be fixed', (line) => {
    expect(refusal('RCPT TO', line)).toMatchObject({ kind: 'later' })
  })

  test('repeats nothing from the server', () => {
    expect(JSON.stringify(refusal('RCPT TO', '550 5.1.1 <ada@customer.example> unknown'))).not.toContain(
      'ada',
    )
  })
})
