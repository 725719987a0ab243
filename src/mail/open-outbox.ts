import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { calmReport } from './calm-report.ts'
import type { MailWay, RawMail, RawOutcome } from './mail-message.ts'

/** Only for the operator, because links in these files open accounts. */
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600
const SIZE = 4

export function openOutbox({
  dir,
  report,
  clock,
}: {
  dir: string
  report: (line: string) => void
  clock: () => Date
}): MailWay {
  const lines = calmReport(report, (count) => `… and ${count} more mails in ${dir}`)
  let written = 0

  async function sendRaw({ to, bytes, isStillMine, note }: RawMail): Promise<RawOutcome> {
    written += 1
    const name = fileName(clock(), written)
    try {
      await mkdir(dir, { recursive: true, mode: FOLDER_MODE })
      if (!isStillMine()) return { kind: 'too-late' }
      await writeWhole(dir, name, bytes)
    } catch (error) {
      return { kind: 'away', reason: (error as NodeJS.ErrnoException).code ?? 'unknown' }
    }
    lines.reportCalmly(`Mail to ${to}: ${note}`)
    return { kind: 'sent' }
  }

  return { size: SIZE, sendRaw, close: async () => lines.close() }
}

/** Sorted by time, even within a millisecond. The random end avoids clashes with other processes. */
function fileName(now: Date, written: number) {
  const time = now.toISOString().replaceAll(':', '-')
  return `${time}-${String(written).padStart(6, '0')}-${randomBytes(4).toString('hex')}.eml`
}

/** A program that watches the folder must never find half a mail. */
async function writeWhole(dir: string, name: string, bytes: Buffer) {
  const draft = join(dir, `.${name}.part`)
  try {
    await writeFile(draft, bytes, { mode: FILE_MODE })
    await rename(draft, join(dir, name))
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {})
    throw error
  }
}
