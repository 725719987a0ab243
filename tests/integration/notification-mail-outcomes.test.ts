import { describe, expect, test } from 'vitest'
import { emailSender } from '../../src/delivery/email/email-sender.ts'
import type { MessageSender } from '../../src/delivery/sender.ts'
import type { RawMail, RawOutcome } from '../../src/mail/mail-message.ts'
import { madeUpDelivery } from '../support/made-up-delivery.ts'
import { madeUpPublication } from '../support/made-up-publication.ts'

const NOW = new Date('2026-03-01T11:00:10.000Z')
const NOBODY: RawOutcome = { kind: 'refused', reason: '550 RCPT TO', isAboutAddress: true }
const REFUSED = { kind: 'refused', reason: '550 RCPT TO' }
const SENT = { kind: 'sent' }
const BRAKED = { kind: 'away', reason: 'many refused' }

describe("U-10 a mail server's answer", () => {
  test.each([
    ['has no such mailbox', NOBODY, REFUSED],
    [
      'rejects the content',
      { kind: 'refused', reason: '554 DATA', isAboutAddress: false },
      { kind: 'later', reason: '554 DATA' },
    ],
    [
      'received everything and then went silent',
      { kind: 'perhaps', reason: 'timeout' },
      { kind: 'perhaps', reason: 'timeout' },
    ],
  ] as [string, RawOutcome, object][])('if it %s', async (_, said, outcome) => {
    const { send } = over(() => said)
    expect(await send('ada')).toEqual(outcome)
  })

  test('is awaited until the first lease of its deliveries expires', async () => {
    const left: (number | undefined)[] = []
    const { sender } = over(({ leftMs }) => {
      left.push(leftMs?.())
      return { kind: 'sent' }
    })
    const [soon, late] = [madeUpPublication({ id: 30 }), madeUpPublication({ id: 31 })]
    const deliveries = [soon, late].map((publication) => delivery('ada', publication))
    const [first, second] = deliveries
    if (first === undefined || second === undefined) throw new Error('There are two')
    await sender.sendDigest([first, { ...second, leasedUntil: at(20_000) }], [soon, late])
    expect(left).toEqual([20_000])
  })
})

describe('U-10 a relay that rejects all mail', () => {
  test('from the start costs four recipients, and is then treated as blocked', async () => {
    const { send } = over(() => NOBODY)
    const outcomes = await inTurn(Array.from({ length: 30 }, (_, one) => () => send(`person${one}`)))
    expect(outcomes.slice(0, 4)).toEqual([REFUSED, REFUSED, REFUSED, REFUSED])
    expect(outcomes.slice(4)).toEqual(Array.from({ length: 26 }, () => BRAKED))
  })

  test('later on costs ten recipients', async () => {
    let isSick = false
    const { send } = over(() => (isSick ? NOBODY : { kind: 'sent' }))
    await inTurn(Array.from({ length: 100 }, (_, one) => () => send(`person${one}`)))
    isSick = true
    const outcomes = await inTurn(Array.from({ length: 30 }, (_, one) => () => send(`other${one}`)))
    expect(outcomes.filter(({ kind }) => kind === 'refused')).toHaveLength(10)
    expect(outcomes.slice(10)).toEqual(Array.from({ length: 20 }, () => BRAKED))
  })

  test('is trusted again once it works, and then rejects single recipients', async () => {
    let isSick = true
    const { send } = over(({ to }) => (isSick || to.startsWith('nobody') ? NOBODY : { kind: 'sent' }))
    await inTurn(Array.from({ length: 10 }, (_, one) => () => send(`person${one}`)))
    expect(await send('nobody')).toEqual(BRAKED)
    isSick = false
    expect(await send('nobody')).toEqual(BRAKED)
    expect(await send('person7')).toEqual(SENT)
    expect(await send('nobody')).toEqual(REFUSED)
  })
})

test('U-10 among many accepted recipients, unknown ones are rejected one by one', async () => {
  const { send } = over(({ to }) => (/[05]@/.test(to) ? NOBODY : { kind: 'sent' }))
  const outcomes = await inTurn(Array.from({ length: 100 }, (_, one) => () => send(`person${one}`)))
  expect(outcomes.filter(({ kind }) => kind === 'refused')).toHaveLength(20)
  expect(outcomes.filter(({ kind }) => kind === 'sent')).toHaveLength(80)
})

function over(answer: (mail: RawMail) => RawOutcome) {
  const sender: MessageSender = emailSender({
    way: { size: 1, sendRaw: async (mail) => answer(mail), close: async () => {} },
    publicUrl: 'https://trust.northwall.example',
    provider: () => ({ name: 'Northwall', feedback_email: 'trust-feedback@northwall.example' }),
    from: undefined,
    unsubscribeKey: Buffer.alloc(32, 7),
    clock: () => NOW,
  })
  return { sender, send: (name: string) => sender.send(delivery(name), madeUpPublication()) }
}

function delivery(name: string, publication = madeUpPublication()) {
  return madeUpDelivery({ to: `${name}@customer.example`, publication }, NOW)
}

function at(ms: number) {
  return new Date(NOW.getTime() + ms)
}

async function inTurn<T>(acts: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = []
  for (const act of acts) results.push(await act())
  return results
}
