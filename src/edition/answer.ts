import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export interface Answer {
  status: number
  /** Best encoding first. The last one needs no decoding. */
  variants: Variant[]
  byteLength: number
  /** Time in ms after which the answer is out of date, for answers that depend on the minute. */
  expiresAt: number | undefined
  origin?: Answer
}

export interface Variant {
  encoding: 'br' | 'gzip' | 'identity'
  etag: string
  headers: Record<string, string>
  bytes: Buffer
}

export interface AnswerParts {
  status?: number
  headers: Record<string, string>
  body: string | Buffer
  expiresAt?: number | undefined
  /** The last answer there. If the body is the same, it is not compressed again. */
  before?: Answer | undefined
}

/** Smaller bodies fit one packet either way. */
const WORTH_COMPRESSING_BYTES = 512
/** Measured on a 60 kB page: quality 5 is within 6 % of quality 11 in a fiftieth of the time. */
const BROTLI_QUALITY = 5
const GZIP_LEVEL = 6

export async function makeAnswer({
  status = 200,
  headers,
  body,
  expiresAt,
  before,
}: AnswerParts): Promise<Answer> {
  const identity = typeof body === 'string' ? Buffer.from(body) : body
  if (before !== undefined && bytesIn(before, 'identity')?.equals(identity)) {
    const [br, gzip] = [bytesIn(before, 'br'), bytesIn(before, 'gzip')]
    const known = { ...(br !== undefined && { br }), ...(gzip !== undefined && { gzip }) }
    return answerOfBytes({
      status,
      headers,
      identity: bytesIn(before, 'identity') ?? identity,
      ...known,
      expiresAt,
    })
  }
  const compressed =
    identity.length < WORTH_COMPRESSING_BYTES
      ? {}
      : { br: await compressBrotli(identity), gzip: await compressGzip(identity) }
  return answerOfBytes({ status, headers, identity, ...compressed, expiresAt })
}

export function answerOfBytes(of: {
  status?: number
  headers: Record<string, string>
  identity: Buffer
  br?: Buffer
  gzip?: Buffer
  expiresAt?: number | undefined
}): Answer {
  const digest = createHash('sha256').update(of.identity).digest('base64url').slice(0, 22)
  const variants: Variant[] = []
  // A strong ETag identifies bytes, so each encoding needs its own.
  if (of.br !== undefined) variants.push(variant('br', of.br, `"${digest}-br"`, of.headers))
  if (of.gzip !== undefined) variants.push(variant('gzip', of.gzip, `"${digest}-gz"`, of.headers))
  variants.push(variant('identity', of.identity, `"${digest}"`, of.headers))
  return {
    status: of.status ?? 200,
    variants,
    byteLength: variants.reduce((sum, { bytes }) => sum + bytes.length, 0),
    expiresAt: of.expiresAt,
  }
}

export function bytesIn({ variants }: Answer, encoding: Variant['encoding']): Buffer | undefined {
  return variants.find((each) => each.encoding === encoding)?.bytes
}

export function reissued(
  answer: Answer,
  {
    headers = {},
    expiresAt,
  }: { headers?: Record<string, string> | undefined; expiresAt: number | undefined },
): Answer {
  return {
    ...answer,
    variants: answer.variants.map((each) => ({ ...each, headers: { ...each.headers, ...headers } })),
    expiresAt,
    origin: answer.origin ?? answer,
  }
}

function variant(
  encoding: Variant['encoding'],
  bytes: Buffer,
  etag: string,
  common: Record<string, string>,
): Variant {
  const headers: Record<string, string> = { vary: 'Accept-Encoding', ...common, etag }
  if (encoding !== 'identity') headers['content-encoding'] = encoding
  return { encoding, etag, headers, bytes }
}

function compressBrotli(bytes: Buffer) {
  return promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
}

function compressGzip(bytes: Buffer) {
  return promisify(gzip)(bytes, { level: GZIP_LEVEL })
}
