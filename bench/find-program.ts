import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Debian installs servers outside the PATH of ordinary users. */
const MORE_FOLDERS = ['/usr/sbin', '/usr/local/sbin']

export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...MORE_FOLDERS]
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

function isExecutable(file: string) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
