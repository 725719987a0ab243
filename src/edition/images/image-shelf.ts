import { createHash } from 'node:crypto'
import { storedFile } from '../../domain/images/attachment-name.ts'

/** A few hundred images. */
const MOST_BYTES = 64 * 1024 * 1024

/** Undefined if it has no such image. Rejects if it can't be asked. */
export type ImageSource = (name: string) => Promise<Buffer | undefined>

export interface ImageShelf {
  /** Rejects only if it is in none of the places that answered, and one place didn't answer. */
  find(name: string): Promise<Buffer | undefined>
}

/** Every image is compared with its name, since files may be damaged or replaced. */
export function makeImageShelf(
  sources: readonly ImageSource[],
  { maxBytes = MOST_BYTES }: { maxBytes?: number } = {},
): ImageShelf {
  /** The most recently requested image is last. */
  const held = new Map<string, Buffer>()
  const underWay = new Map<string, Promise<Buffer | undefined>>()
  let heldBytes = 0

  async function ask(name: string): Promise<Buffer | undefined> {
    let failure: unknown
    for (const source of sources) {
      try {
        const bytes = await source(name)
        if (bytes !== undefined && isImage(name, bytes)) return bytes
      } catch (error) {
        failure = error
      }
    }
    if (failure !== undefined) throw failure
    return undefined
  }

  function keep(name: string, bytes: Buffer) {
    held.set(name, bytes)
    heldBytes += bytes.length
    for (const [oldest, { length }] of held) {
      if (heldBytes <= maxBytes) return
      held.delete(oldest)
      heldBytes -= length
    }
  }

  async function fetchOnce(name: string): Promise<Buffer | undefined> {
    try {
      const bytes = await ask(name)
      if (bytes !== undefined) keep(name, bytes)
      return bytes
    } finally {
      underWay.delete(name)
    }
  }

  return {
    async find(name) {
      const known = held.get(name)
      if (known !== undefined) {
        held.delete(name)
        held.set(name, known)
        return known
      }
      const asked = underWay.get(name) ?? fetchOnce(name)
      underWay.set(name, asked)
      return asked
    },
  }
}

export function isImage(name: string, bytes: Buffer): boolean {
  const digest = storedFile(name)?.digest
  return digest !== undefined && createHash('sha256').update(bytes).digest('hex').startsWith(digest)
}
