import { copyFile, open, stat, truncate } from 'node:fs/promises'

const LOG_LIMIT_BYTES = 5_000_000
const QUOTABLE_BYTES = 64_000

export async function boundLog(path: string): Promise<number> {
  const { size } = await stat(path).catch(() => ({ size: 0 }))
  if (size <= LOG_LIMIT_BYTES) return size
  // PostgreSQL keeps the file open for appending, so truncate it instead of renaming.
  await copyFile(path, `${path}.old`)
  await truncate(path)
  return 0
}

export async function logSince(path: string, start: number): Promise<string> {
  const log = await open(path)
  try {
    const { size } = await log.stat()
    const from = Math.max(start, size - QUOTABLE_BYTES)
    const { buffer, bytesRead } = await log.read({ buffer: Buffer.alloc(QUOTABLE_BYTES), position: from })
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await log.close()
  }
}
