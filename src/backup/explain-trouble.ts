import { errorCode } from '../db/embedded/instance.ts'
import { BackupRefused } from './backup-refused.ts'

/** The driver's connection errors contain no password. */
export function explainTrouble(error: unknown, { folder }: { folder?: string } = {}): string {
  if (error instanceof BackupRefused) return error.message
  const where = folder ?? 'the backup'
  switch (errorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk that holds ${where} is full. Free some space on it and try again.`
    case 'EROFS':
      return `${where} is on a read-only disk.`
    case 'EACCES':
    case 'EPERM':
      return `This user may not write to ${where}.`
    case 'ENOTDIR':
    case 'EEXIST':
      return `${where} is not a folder.`
    case '53100':
      return 'The disk of the database is full. Free some space on it and try again.'
    case '55P03':
      return 'The database stayed busy for a minute. Stop the site, then try again.'
    case '2BP01':
      return `Other objects in the database depend on the tables of Candor: ${detailOf(error)}. Drop them, then restore.`
    case '42501':
      return `The role in DATABASE_URL is not allowed to do that: ${messageOf(error)}. It must own the tables of Candor.`
    default:
      return messageOf(error)
  }
}

export function isDamage(error: unknown): boolean {
  return /^(XX00[012]|58P01|58030)$/.test(errorCode(error))
}

function detailOf(error: unknown): string {
  const { detail } = error as { detail?: string }
  return (detail ?? messageOf(error)).split('\n')[0] ?? ''
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // Each address of a host has its own error.
  const message = error instanceof AggregateError ? error.errors.map(messageOf).join(', ') : error.message
  return (message || errorCode(error)).replace(/\s+/g, ' ')
}
