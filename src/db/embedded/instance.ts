import type { Binaries } from './binaries.ts'
import type { DataFolder } from './data-folder.ts'
import type { RunAs } from './run-as.ts'

/** What every step of starting and watching the embedded server needs to know. */
export type Instance = {
  folder: DataFolder
  binaries: Binaries
  runAs: RunAs
  report: (line: string) => void
}
