import { OPEN_VAULT } from '../../src/db/at-rest/vault.ts'
import type { EditionHead } from '../../src/edition/file/edition-head.ts'
import { readHead } from '../../src/edition/file/edition-head.ts'
import { type PublicKeys, readPublicKey } from '../../src/edition/file/edition-keys.ts'
import {
  type EditionFileEvent,
  type EditionWriterOptions,
  startEditionWriter,
} from '../../src/edition/file/start-edition-writer.ts'
import { editionKeys } from './edition-keys.ts'

export interface TestWriter {
  events: EditionFileEvent[]
  of<K extends EditionFileEvent['kind']>(kind: K): Extract<EditionFileEvent, { kind: K }>[]
  stop(): Promise<void>
}

export const KEYS = editionKeys()
export const KNOWN: PublicKeys = knownBy(KEYS.publicKey)

export function knownBy(...publicKeys: string[]): PublicKeys {
  const read = publicKeys.flatMap((base64) => readPublicKey(base64) ?? [])
  return new Map(read.map(({ id, key }) => [id, key]))
}

export function testWriter(
  options: Pick<EditionWriterOptions, 'db' | 'url' | 'target'> & Partial<EditionWriterOptions>,
): TestWriter {
  const events: EditionFileEvent[] = []
  const writer = startEditionWriter({
    vault: OPEN_VAULT,
    keep: 3,
    signingKey: KEYS.signingKey,
    clock: () => new Date(),
    onEvent: (event) => events.push(event),
    pollEveryMs: 200,
    headEveryMs: 400,
    standByMs: 300,
    ...options,
  })
  return {
    events,
    of: (kind) => events.filter((event) => event.kind === kind) as never,
    stop: writer.stop,
  }
}

export function headIn(text: string | Buffer | undefined, keys = KNOWN): EditionHead {
  const outcome = readHead(String(text ?? ''), keys)
  if (outcome.kind === 'refused') throw new Error(outcome.line)
  return outcome.head
}
