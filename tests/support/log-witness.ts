import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CLIENTS_HANG_UP } from './clients-hang-up.ts'

/*
 * A witness of C2SP tlog-witness, written from the specification with nothing of ours: it parses notes by itself and
 * verifies consistency proofs as RFC 6962 defines them, recursively.
 */

interface Seen {
  size: number
  root: string
}

export interface LogWitnessServer {
  /** As LOG_WITNESSES has it. */
  setting: string
  key: string
  name: string
  requests: { old: number; status: number }[]
  /** What it cosigned last, by origin. */
  seen: Map<string, Seen>
  /** Answers 503, or a signature over something else. */
  mode: { current: 'honest' | 'down' | 'forging' }
  close(): Promise<unknown>
}

/** `logKey`: 32 bytes, of the only log that it knows. */
export async function logWitness({
  name,
  logKey,
}: {
  name: string
  logKey: () => Buffer
}): Promise<LogWitnessServer> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  const typed = Buffer.concat([Buffer.of(4), raw])
  const id = createHash('sha256').update(`${name}\n`).update(typed).digest().subarray(0, 4)
  const seen = new Map<string, Seen>()
  const requests: LogWitnessServer['requests'] = []
  const mode: LogWitnessServer['mode'] = { current: 'honest' }

  function cosign(text: string): string {
    const seconds = Math.floor(Date.now() / 1000)
    const time = Buffer.alloc(8)
    time.writeBigUInt64BE(BigInt(seconds))
    const signed = mode.current === 'forging' ? `${text}more\n` : text
    const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${signed}`), privateKey)
    return `— ${name} ${Buffer.concat([id, time, signature]).toString('base64')}\n`
  }

  function answer(body: string): { status: number; text: string; old: number } {
    const [head = '', ...rest] = body.split('\n\n')
    const note = rest.join('\n\n')
    const [first = '', ...proof] = head.split('\n')
    const old = Number(/^old (0|[1-9]\d*)$/.exec(first)?.[1] ?? Number.NaN)
    const refuse = (status: number, text = '') => ({ status, text, old })
    if (mode.current === 'down') return refuse(503)
    if (Number.isNaN(old) || proof.length > 63) return refuse(400, 'not as the protocol says')
    const end = note.lastIndexOf('\n\n')
    const text = note.slice(0, end + 1)
    const [origin = '', sizeText = '', root = ''] = text.split('\n')
    const size = Number(sizeText)
    if (!isSignedByLog({ origin, text, lines: note.slice(end + 2), key: logKey() })) return refuse(403)
    if (old > size) return refuse(400, 'old is larger')
    const known = seen.get(origin) ?? { size: 0, root: '' }
    if (known.size !== old) return refuse(409, `${known.size}\n`)
    if (old === size && known.root !== root) return refuse(409, `${known.size}\n`)
    const hashes = proof.map((line) => Buffer.from(line, 'base64'))
    if (old === 0 ? hashes.length > 0 : !proves({ old, size, oldRoot: known.root, root, hashes }))
      return refuse(422)
    seen.set(origin, { size, root })
    return { status: 200, text: cosign(text), old }
  }

  const server = createServer(CLIENTS_HANG_UP, (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const isIt = request.method === 'POST' && request.url === '/w/add-checkpoint'
      const { status, text, old } = isIt
        ? answer(Buffer.concat(parts).toString())
        : { status: 404, text: '', old: -1 }
      requests.push({ old, status })
      const type = status === 409 ? 'text/x.tlog.size' : 'text/plain'
      response.writeHead(status, { 'content-type': type }).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const key = `${name}+${id.toString('hex')}+${typed.toString('base64')}`
  return {
    setting: `${key} http://127.0.0.1:${port}/w/`,
    key,
    name,
    requests,
    seen,
    mode,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

function isSignedByLog({
  origin,
  text,
  lines,
  key,
}: {
  origin: string
  text: string
  lines: string
  key: Buffer
}) {
  const id = createHash('sha256')
    .update(`${origin}\n`)
    .update(Buffer.of(1))
    .update(key)
    .digest()
    .subarray(0, 4)
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key])
  const publicKey: KeyObject = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  return lines.split('\n').some((line) => {
    const [dash, name, encoded = ''] = line.split(' ')
    const bytes = Buffer.from(encoded, 'base64')
    if (dash !== '—' || name !== origin || !bytes.subarray(0, 4).equals(id)) return false
    return verify(null, Buffer.from(text), publicKey, bytes.subarray(4))
  })
}

interface Claim {
  old: number
  size: number
  oldRoot: string
  root: string
  hashes: readonly Buffer[]
}

/** RFC 6962, section 2.1.2: PROOF(m, D[n]) read backwards. */
function proves({ old, size, oldRoot, root, hashes }: Claim): boolean {
  if (old === size) return hashes.length === 0
  const left = [...hashes]
  const both = roots(old, size, true)
  return left.length === 0 && both !== undefined && both.old === oldRoot && both.now === root

  function roots(m: number, n: number, isWhole: boolean): { old: string; now: string } | undefined {
    if (m === n) {
      if (isWhole) return { old: oldRoot, now: oldRoot }
      const hash = left.shift()?.toString('base64')
      return hash === undefined ? undefined : { old: hash, now: hash }
    }
    let k = 1
    while (k * 2 < n) k *= 2
    const inner = m <= k ? roots(m, k, isWhole) : roots(m - k, n - k, false)
    const other = left.shift()?.toString('base64')
    if (inner === undefined || other === undefined) return undefined
    return m <= k
      ? { old: inner.old, now: node(inner.now, other) }
      : { old: node(other, inner.old), now: node(other, inner.now) }
  }
}

function node(a: string, b: string): string {
  const hash = createHash('sha256').update(Buffer.of(1))
  return hash.update(Buffer.from(a, 'base64')).update(Buffer.from(b, 'base64')).digest('base64')
}
