import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { amazonFetcher, readSns } from './read-sns.ts'

const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:bounces'
const CERTIFICATE = 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123abcd.pem'
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const BOUNCE = JSON.stringify({
  notificationType: 'Bounce',
  bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: 'ada@customer.example' }] },
})

const NOW = new Date('2026-11-15T10:30:00.000Z')

async function read(of: Record<string, string> = {}, changed: Record<string, string> = {}) {
  const message: Record<string, string> = {
    Type: 'Notification',
    MessageId: '1',
    TopicArn: TOPIC,
    Message: BOUNCE,
    Timestamp: '2026-11-15T10:00:00.000Z',
    ...of,
  }
  const fields = ['Message', 'MessageId', 'Subject', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type']
  const text = fields.flatMap((name) => (message[name] === undefined ? [] : [`${name}\n${message[name]}\n`]))
  const asked: string[] = []
  const body = {
    ...message,
    SignatureVersion: '2',
    Signature: sign('sha256', Buffer.from(text.join('')), privateKey).toString('base64'),
    SigningCertURL: CERTIFICATE,
    ...changed,
  }
  const outcome = await readSns(Buffer.from(JSON.stringify(body)), {
    topics: [TOPIC],
    now: NOW,
    signingKey: async (url) => {
      asked.push(url)
      return publicKey
    },
  })
  return { outcome, asked }
}

test('without the certificate, a message is neither accepted nor called forged', async () => {
  const away = async () => Promise.reject(new Error('ENOTFOUND'))
  const message = { Type: 'Notification', TopicArn: TOPIC, Timestamp: NOW.toISOString() }
  const body = Buffer.from(JSON.stringify({ ...message, SignatureVersion: '2', SigningCertURL: CERTIFICATE }))
  expect(await readSns(body, { topics: [TOPIC], now: NOW, signingKey: away })).toEqual({ kind: 'away' })
})

test('asks for at most two unknown certificates at a time', async () => {
  const asked: string[] = []
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const amazon = amazonFetcher(async (url) => {
    asked.push(String(url))
    await answered
    return new Response('', { status: 404 })
  })
  const all = Array.from({ length: 50 }, (_, n) => amazon.signingKey(`${CERTIFICATE}${n}`))
  expect(asked).toHaveLength(2)
  answer()
  const became = await Promise.allSettled(all)
  expect(became.every(({ status }) => status === 'rejected')).toBe(true)
  await amazon.signingKey(CERTIFICATE).catch(() => {})
  expect(asked).toHaveLength(3)
})

test('reads a signed bounce from an allowed topic', async () => {
  const { outcome } = await read({ Subject: 'Bounce' })
  expect(outcome).toEqual({ kind: 'read', reports: [{ email: 'ada@customer.example', reason: 'bounce' }] })
})

test('confirms subscriptions only at Amazon', async () => {
  const confirmation = { Type: 'SubscriptionConfirmation', Token: 'abc' }
  const url = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription'
  expect((await read({ ...confirmation, SubscribeURL: url })).outcome).toEqual({ kind: 'to-confirm', url })
  const elsewhere = 'https://evil.example/?Action=ConfirmSubscription'
  expect((await read({ ...confirmation, SubscribeURL: elsewhere })).outcome).toEqual({ kind: 'forged' })
})

test('refuses a changed message and an unknown topic', async () => {
  expect((await read({}, { Message: BOUNCE.replace('ada', 'eva') })).outcome).toEqual({ kind: 'forged' })
  expect((await read({ TopicArn: `${TOPIC}-of-others` })).outcome).toEqual({ kind: 'forged' })
})

test.each([
  ['2026-11-15T09:30:00.000Z', 'read'],
  ['2026-11-15T10:35:00.000Z', 'read'],
  ['2026-11-15T09:29:59.999Z', 'forged'],
  ['2026-11-15T10:35:00.001Z', 'forged'],
  ['some time', 'forged'],
])('at half past ten, a message signed for %s is %s', async (Timestamp, kind) => {
  expect((await read({ Timestamp })).outcome.kind).toBe(kind)
})

test.each([
  'http://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123abcd.pem',
  'https://sns.eu-west-1.amazonaws.com.evil.example/SimpleNotificationService-0123abcd.pem',
  'https://evil.example/SimpleNotificationService-0123abcd.pem',
  'https://sns.eu-west-1.amazonaws.com:8443/SimpleNotificationService-0123abcd.pem',
  'https://user@sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123abcd.pem',
  'https://sns.eu-west-1.amazonaws.com/other.pem',
  'no address',
])('fetches nothing from %s', async (SigningCertURL) => {
  expect(await read({}, { SigningCertURL })).toEqual({ outcome: { kind: 'forged' }, asked: [] })
})
