import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
/** Containers often have only 64 MB there. */
const ENOUGH_BYTES = 4 * 1024 ** 3

/** For data folders of tests, which are copied and removed by the dozen: in memory if there is enough room. */
export function fastFolder(): string {
  try {
    accessSync(MEMORY, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ENOUGH_BYTES ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
