import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { paddingAfter, readTarHeader, TAR_BLOCK_BYTES, type TarMember } from './tar-header.ts'

const READ_AT_ONCE_BYTES = 256 * 1024

export interface TarReader {
  /** False: it breaks off, or is something else from some place on. */
  isWhole: boolean
  has(name: string): boolean
  stream(name: string): Readable
  /** For members that are known to be small. */
  text(name: string): Promise<string>
}

interface PlacedMember extends TarMember {
  at: number
}

/** An archive whose members can be read in any order. */
export async function readTar(path: string): Promise<TarReader> {
  const file = await open(path)
  const { members, isWhole } = await findMembers(file).finally(() => file.close())

  function find(name: string): PlacedMember {
    const member = members.get(name)
    if (member === undefined) throw new Error(`There is no ${name} in the archive`)
    return member
  }

  function stream(name: string): Readable {
    const { at, size } = find(name)
    return createReadStream(path, { start: at, end: at + size - 1, highWaterMark: READ_AT_ONCE_BYTES })
  }

  return {
    isWhole,
    has: (name) => members.has(name),
    stream,
    text: async (name) => {
      const chunks: Buffer[] = []
      for await (const chunk of stream(name)) chunks.push(chunk as Buffer)
      return Buffer.concat(chunks).toString('utf8')
    },
  }
}

/** From header to header, without reading what is between. */
async function findMembers(file: FileHandle) {
  const members = new Map<string, PlacedMember>()
  const { size: fileSize } = await file.stat()
  const header = Buffer.alloc(TAR_BLOCK_BYTES)
  let place = 0
  while (place + TAR_BLOCK_BYTES <= fileSize) {
    await file.read(header, 0, TAR_BLOCK_BYTES, place)
    const isEnd = header.every((byte) => byte === 0)
    if (isEnd) return { members, isWhole: place + 2 * TAR_BLOCK_BYTES <= fileSize }
    const member = readTarHeader(header)
    const at = place + TAR_BLOCK_BYTES
    if (member === undefined || at + member.size > fileSize) break
    members.set(member.name, { ...member, at })
    place = at + member.size + paddingAfter(member.size)
  }
  return { members, isWhole: false }
}
