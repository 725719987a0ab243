import { type KeyObject, verify, X509Certificate } from 'node:crypto'
import { parseUrl } from '../../domain/parse-url.ts'
import { MINUTE_MS } from '../../domain/time.ts'
import { isObject, parsed, type RelayOutcome, readSes } from './read-relay.ts'

export type SnsOutcome =
  | RelayOutcome
  | { kind: 'to-confirm'; url: string }
  /** Amazon's certificate could not be fetched. Amazon sends the message again. */
  | { kind: 'away' }

/** Requests only go to Amazon's own hosts, whatever a message says. */
const SNS_HOST = /^sns\.[a-z]{2}(-[a-z]+)+-\d\.amazonaws\.com(\.cn)?$/
const CERTIFICATE_PATH = /^\/SimpleNotificationService-[a-z0-9]+\.pem$/

const SIGNED_FIELDS = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    'Message',
    'MessageId',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ],
} as const
const HASHES = new Map([
  ['1', 'sha1'],
  ['2', 'sha256'],
])
/** Older messages may be replays. Amazon retries for minutes. */
const SENT_WITHIN_MS = 60 * MINUTE_MS
const AHEAD_BY_AT_MOST_MS = 5 * MINUTE_MS

export async function readSns(
  body: Buffer,
  {
    topics,
    signingKey,
    now,
  }: { topics: readonly string[]; signingKey: (url: string) => Promise<KeyObject>; now: Date },
): Promise<SnsOutcome> {
  const message = parsed(body)
  if (!isObject(message)) return { kind: 'unreadable' }
  const { Type, TopicArn, SigningCertURL, Signature, SignatureVersion, Timestamp } = message
  if (Type !== 'Notification' && Type !== 'SubscriptionConfirmation') return { kind: 'unreadable' }
  const hash = HASHES.get(String(SignatureVersion))
  const url = snsUrl(SigningCertURL)
  const isExpected =
    topics.includes(String(TopicArn)) &&
    hash !== undefined &&
    isOfNow(Timestamp, now) &&
    CERTIFICATE_PATH.test(`${url?.pathname}${url?.search}${url?.hash}`)
  if (!isExpected || url === undefined) return { kind: 'forged' }
  const signed = SIGNED_FIELDS[Type]
    .flatMap((field) => (typeof message[field] === 'string' ? [`${field}\n${message[field]}\n`] : []))
    .join('')
  const key = await signingKey(url.href).catch(() => undefined)
  if (key === undefined) return { kind: 'away' }
  const isSigned = verify(hash, Buffer.from(signed), key, Buffer.from(String(Signature), 'base64'))
  if (!isSigned) return { kind: 'forged' }
  if (Type === 'Notification') return readSes(String(message.Message))
  const confirmation = snsUrl(message.SubscribeURL)
  return confirmation === undefined ? { kind: 'forged' } : { kind: 'to-confirm', url: confirmation.href }
}

/** The signature covers the timestamp. */
function isOfNow(timestamp: unknown, now: Date) {
  const agoMs = now.getTime() - Date.parse(String(timestamp))
  return agoMs <= SENT_WITHIN_MS && agoMs >= -AHEAD_BY_AT_MOST_MS
}

function snsUrl(value: unknown): URL | undefined {
  const url = parseUrl(String(value))
  const isOurs =
    url?.protocol === 'https:' && SNS_HOST.test(url.hostname) && url.port === '' && url.username === ''
  return isOurs ? url : undefined
}

const FETCHED_WITHIN_MS = 5_000
const LONGEST_ANSWER = 64 * 1024
/** Amazon has one key per region and replaces it once a year. */
const MOST_KEYS = 10
/** Anyone who knows the topic can name any number of nonexistent certificates. */
const MOST_ASKED_AT_ONCE = 2

export function amazonFetcher(ask: typeof fetch = fetch) {
  const keys = new Map<string, KeyObject>()
  let asked = 0
  async function read(url: string): Promise<string> {
    if (asked >= MOST_ASKED_AT_ONCE) throw new Error('Too many requests to Amazon SNS at once')
    asked++
    return readNow(url).finally(() => asked--)
  }
  async function readNow(url: string): Promise<string> {
    const answer = await ask(url, { redirect: 'error', signal: AbortSignal.timeout(FETCHED_WITHIN_MS) })
    if (!answer.ok) throw new Error(`Amazon SNS answered with ${answer.status}`)
    const text = await answer.text()
    if (text.length > LONGEST_ANSWER) throw new Error('The response of Amazon SNS is too large')
    return text
  }
  return {
    signingKey: async (url: string) => {
      const key = keys.get(url) ?? new X509Certificate(await read(url)).publicKey
      keys.delete(url)
      keys.set(url, key)
      if (keys.size > MOST_KEYS) keys.delete([...keys.keys()][0] ?? '')
      return key
    },
    confirm: async (url: string) => {
      await read(url)
    },
  }
}
