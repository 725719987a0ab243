import { statfsSync } from 'node:fs'
import { damaged, type Refused, refusal } from './instance.ts'

const QUOTE_LENGTH = 160

export const WAYS_BACK =
  'Bring it back from a backup with npm run restore -- <file> --yes, or move it away to start afresh.'

export function explainOpening(dataDir: string, output: string): Refused {
  const complaint = lastComplaint(output)
  const known = knownCause(dataDir, complaint)
  if (known !== undefined) return refusal(known)
  return damaged(`The data folder ${dataDir} cannot be opened (PostgreSQL says: ${complaint}). ${WAYS_BACK}`)
}

export function explainCreating(dataDir: string, output: string): string {
  const complaint = lastComplaint(output)
  return (
    knownCause(dataDir, complaint) ??
    `The database could not be created in ${dataDir} (PostgreSQL says: ${complaint}). ` +
      'Set DATA_DIR to another folder, or DATABASE_URL to a PostgreSQL server.'
  )
}

export function explainError(dataDir: string, error: unknown): string {
  const complaint = shorten(error instanceof Error ? error.message : String(error))
  return (
    knownCause(dataDir, complaint) ??
    `The data folder ${dataDir} cannot be used (${complaint}). ` +
      'Set DATA_DIR to another folder, or DATABASE_URL to a PostgreSQL server.'
  )
}

export function lastComplaint(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !isAboutWaiting(line))
  // A full disk causes further errors about missing files.
  const last =
    lines.findLast((line) => line.includes('No space left on device')) ??
    lines.findLast((line) => COMPLAINT.test(line)) ??
    lines.at(-1) ??
    'nothing'
  return shorten(withoutPaths(last.replace(COMPLAINT, '')))
}

export function isAboutAnotherServer(output: string): boolean {
  return /lock file ".*" already exists|is still in use/.test(lastComplaint(output))
}

const COMPLAINT = /^.*?(?:\b(?:FATAL|PANIC):\s+|\binitdb: error: )/

function isAboutWaiting(line: string): boolean {
  return /the database system is (?:starting up|shutting down|in recovery|not yet accepting)/.test(line)
}

// The line already names the data folder, and long paths would hide the reason.
function withoutPaths(text: string): string {
  return text.replace(/^.*\/(?:initdb|postgres): /, '').replace(/"[^"]*\/postgres\/([^"]+)"/g, '"$1"')
}

function shorten(text: string): string {
  const oneLine = text.replace(/\s+/g, ' ').trim()
  return oneLine.length <= QUOTE_LENGTH ? oneLine : `${oneLine.slice(0, QUOTE_LENGTH - 1)}…`
}

// PostgreSQL's wording with LC_ALL=C.
export function knownCause(dataDir: string, complaint: string): string | undefined {
  const isAboutSpace = /No space left on device|Disk quota exceeded|File too large|ENOSPC|EDQUOT|EFBIG/.test(
    complaint,
  )
  if (isAboutSpace || (isWithoutReason(complaint) && isNearlyFull(dataDir))) {
    return `The disk that holds the data folder ${dataDir} is full. Free some space on it and start again.`
  }
  if (/insufficient file descriptors|Too many open files|EMFILE/.test(complaint)) {
    return `The database in ${dataDir} is not allowed to open enough files (ulimit -n). Raise the limit to 65536 and start again.`
  }
  if (/Read-only file system|EROFS/.test(complaint)) {
    return `The data folder ${dataDir} is on a read-only disk. Set DATA_DIR to a folder that Candor may write to.`
  }
  if (/^spawn |error while loading shared libraries|Library not loaded|GLIBC/.test(complaint)) {
    return (
      `The embedded PostgreSQL does not run on this system (${complaint}). ` +
      'Run npm ci again, or set DATABASE_URL to a PostgreSQL server.'
    )
  }
  if (/Permission denied|Operation not permitted|has wrong ownership|EACCES|EPERM/.test(complaint)) {
    return (
      `Candor may not write to the data folder ${dataDir}. ` +
      'Run Candor as the user who owns it, or set DATA_DIR to another folder.'
    )
  }
  if (/could not look up effective user ID/.test(complaint)) {
    return (
      'PostgreSQL does not run as a user without a name. Give the user of Candor an entry in /etc/passwd, ' +
      'or set DATABASE_URL to a PostgreSQL server.'
    )
  }
  if (/\bUnix[- ]|has invalid permissions/i.test(complaint)) {
    return (
      `The disk that holds the data folder ${dataDir} lacks what PostgreSQL needs (${complaint}). ` +
      'Set DATA_DIR to a folder on another disk.'
    )
  }
  if (/shared memory|Cannot allocate memory|out of memory/.test(complaint)) {
    return `This machine has too little memory for the embedded PostgreSQL (${complaint}).`
  }
  return undefined
}

/** Without space for its log, a server can't say why it ended. */
function isWithoutReason(complaint: string): boolean {
  return (
    complaint === 'nothing' ||
    /Connection terminated|connection error|ECONNRESET|ECONNREFUSED|EPIPE|ENOENT/.test(complaint)
  )
}

/** PostgreSQL's WAL files have 16 MB each, and it frees one that didn't fit. */
const NEARLY_FULL_BYTES = 24 * 1024 * 1024

function isNearlyFull(dataDir: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dataDir)
    return bavail * bsize < NEARLY_FULL_BYTES
  } catch {
    return false
  }
}
