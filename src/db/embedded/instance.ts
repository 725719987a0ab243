import type { Binaries } from './binaries.ts'
import type { DataFolder } from './data-folder.ts'
import type { RunAs } from './run-as.ts'

export type Instance = {
  folder: DataFolder
  binaries: Binaries
  runAs: RunAs
  report: (line: string) => void
}

/** One line for the operator. */
export type Refused = {
  kind: 'refused'
  line: string
  /** Its files are damaged, and a restore from a backup can fix that. */
  isDamaged?: true
}

export function refusal(line: string): Refused {
  return { kind: 'refused', line }
}

export function damaged(line: string): Refused {
  return { kind: 'refused', line, isDamaged: true }
}

/** Of the operating system (`ENOENT`, `EACCES`), or of PostgreSQL (five characters). */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
