import { open } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { paddingAfter, TAR_BLOCK_BYTES, tarHeader } from './tar-header.ts'

const OWNER_ONLY = 0o600

export interface TarWriter {
  /** Whatever is written to it is the next member, once it has ended. One at a time. */
  member(name: string): Writable
  /** Gives how many bytes are on disk now. */
  finish(): Promise<number>
  close(): Promise<void>
}

/** An archive that grows member by member; how long each is shows when it has come. */
export async function createTar(path: string, madeAt: Date): Promise<TarWriter> {
  const file = await open(path, 'wx', OWNER_ONLY)
  let end = 0

  /** A disk that is filling up takes a part and says nothing yet. */
  async function write(bytes: Buffer, at: number) {
    let written = 0
    while (written < bytes.length) {
      const { bytesWritten } = await file.write(bytes, written, bytes.length - written, at + written)
      written += bytesWritten
    }
  }

  function member(name: string): Writable {
    const headerAt = end
    const contentAt = headerAt + TAR_BLOCK_BYTES
    let size = 0
    const complete = async () => {
      await write(Buffer.alloc(paddingAfter(size)), contentAt + size)
      await write(tarHeader({ name, size }, madeAt), headerAt)
      end = contentAt + size + paddingAfter(size)
    }
    return new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        const at = contentAt + size
        size += chunk.length
        write(chunk, at).then(() => done(), done)
      },
      final: (done) => void complete().then(() => done(), done),
    })
  }

  return {
    member,
    finish: async () => {
      const noMore = Buffer.alloc(2 * TAR_BLOCK_BYTES)
      await write(noMore, end)
      await file.sync()
      return end + noMore.length
    },
    close: () => file.close(),
  }
}
