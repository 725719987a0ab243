import type { EditionSource } from '../edition-places.ts'
import { folderSource } from './folder-source.ts'
import { httpSource } from './http-source.ts'

/** Somewhere to read editions from. */
export interface ReadableSource {
  /** Undefined while it is the same as last time. Fails when it cannot be had. */
  readHead(): Promise<string | undefined>
  /** The head is to be read again, though it be the same. */
  forgetHead(): void
  readFile(name: string): Promise<Buffer>
}

/** What is under way ends with the signal. */
export function sourceOf(source: EditionSource, signal: AbortSignal): ReadableSource {
  switch (source.kind) {
    case 'folder':
      return folderSource(source)
    case 'http':
      return httpSource(source, signal)
  }
}
