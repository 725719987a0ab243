import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { MOST_HEAD_BYTES } from '../edition-head.ts'
import { MOST_FILE_BYTES } from '../edition-header.ts'
import { HEAD_NAME } from '../edition-name.ts'
import type { ReadableSource } from './source.ts'

export function folderSource({ path: folder }: { path: string }): ReadableSource {
  let seen = ''
  return {
    readHead: async () => {
      const path = join(folder, HEAD_NAME)
      const { mtimeMs, size, ino } = await stat(path)
      if (size > MOST_HEAD_BYTES) throw new Error(`${HEAD_NAME} is too large`)
      const look = `${mtimeMs} ${size} ${ino}`
      if (look === seen) return undefined
      const text = await readFile(path, 'utf8')
      seen = look
      return text
    },
    forgetHead: () => {
      seen = ''
    },
    readFile: async (name) => {
      const path = join(folder, name)
      const { size } = await stat(path)
      if (size > MOST_FILE_BYTES) throw new Error(`${name} is too large`)
      return readFile(path)
    },
  }
}
