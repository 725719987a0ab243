import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type EditionHead, readHead } from './edition-head.ts'
import type { PublicKeys } from './edition-keys.ts'
import { HEAD_NAME, namesToForget } from './edition-name.ts'
import { writeWhole } from './places/folder-place.ts'

/** A process beside this one may still be about to name the file before. */
const FILES_KEPT = 3

/** The last good head and file, in a folder of the stand-in site's own: it starts from them when the source is gone. */
export interface KeptEdition {
  /** As its signature says; undefined where there is none or a damaged one. */
  head(): Promise<EditionHead | undefined>
  file(name: string): Promise<Buffer | undefined>
  /** The head as it was read, and its file when that is new. */
  keep(head: EditionHead, text: string, file?: Buffer): Promise<void>
}

export function keptEdition(folder: string, keys: PublicKeys): KeptEdition {
  async function head() {
    const text = await readFile(join(folder, HEAD_NAME), 'utf8').catch(() => undefined)
    const read = text === undefined ? undefined : readHead(text, keys)
    return read?.kind === 'read' ? read.head : undefined
  }

  return {
    head,
    file: (name) => readFile(join(folder, name)).catch(() => undefined),
    keep: async (next, text, file) => {
      if (file !== undefined) await writeWhole(folder, next.file, file)
      const kept = await head()
      const isOvertaken = kept !== undefined && kept.verified_at > next.verified_at
      if (isOvertaken) return
      await writeWhole(folder, HEAD_NAME, Buffer.from(text))
      if (file === undefined) return
      const names = await readdir(folder)
      for (const name of namesToForget(names, { keep: FILES_KEPT, current: next.file })) {
        await rm(join(folder, name), { force: true })
      }
    },
  }
}
