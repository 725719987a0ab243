import type { Binaries } from './binaries.ts'
import type { DataFolder } from './data-folder.ts'
import type { RunAs } from './run-as.ts'

export type Instance = {
  folder: DataFolder
  binaries: Binaries
  runAs: RunAs
  report: (line: string) => void
}

export type Refused = {
  kind: 'refused'
  line: string
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
