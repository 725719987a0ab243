import type { EditionTarget } from '../edition-places.ts'
import { folderPlace } from './folder-place.ts'
import { httpPlace } from './http-place.ts'
import { s3Place } from './s3-place.ts'

/** Somewhere to write files to. What is put there is there as a whole or not at all. */
export interface WritablePlace {
  put(name: string, bytes: Buffer): Promise<void>
  remove(name: string): Promise<void>
  /** Undefined where nobody can ask. */
  list(): Promise<string[] | undefined>
  /** The head that is there, if it can be had. */
  readHead(): Promise<string | undefined>
}

/** What is under way ends with the signal. */
export function placeOf(target: EditionTarget, signal: AbortSignal): WritablePlace {
  switch (target.kind) {
    case 'folder':
      return folderPlace(target)
    case 'http':
      return httpPlace(target, signal)
    case 's3':
      return s3Place(target, signal)
  }
}
