import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const BUILD_STAMP = 'dist/built-from'

const SOURCES = ['src', 'public', 'scripts/build.mjs', 'vite.config.ts', 'package-lock.json']

/** One hash over everything a build depends on. By content, because a clone or a branch switch changes every date. */
export function sourceStamp() {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap(filesOf).filter(isBuiltFrom).sort()) {
    hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

export function isBuilt() {
  return existsSync(BUILD_STAMP) && readFileSync(BUILD_STAMP, 'utf8') === sourceStamp()
}

/** @param {string} path */
function filesOf(path) {
  if (!existsSync(path)) return []
  const entries = readdirSyncOrNothing(path)
  if (entries === undefined) return [path]
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** @param {string} path */
function readdirSyncOrNothing(path) {
  try {
    return readdirSync(path, { recursive: true, withFileTypes: true })
  } catch {
    return undefined
  }
}

/** @param {string} file */
function isBuiltFrom(file) {
  return !/\.test\.tsx?$/.test(file)
}
