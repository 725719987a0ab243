import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { MailMessage, MailOutcome } from './mail-message.ts'
import type { Options } from './send-by-smtp.ts'

/** Links in these files open accounts: they are for whoever runs the site, and nobody else on the machine. */
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

/** Without a mail server: each mail is a file that mail programs open, and its link a line in the console. */
export function outboxSender({ dir, report }: { dir: string; report: (line: string) => void }) {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  let kept = 0

  async function send(message: MailMessage, options: Options): Promise<MailOutcome> {
    kept += 1
    const name = fileName(options.date, kept)
    const { message: bytes } = await composer.sendMail(options)
    try {
      await mkdir(dir, { recursive: true, mode: FOLDER_MODE })
      await writeWhole(dir, name, bytes as Buffer)
    } catch (error) {
      return { kind: 'later', reason: (error as NodeJS.ErrnoException).code ?? 'unknown' }
    }
    report(`Mail to ${message.to}: ${options.subject}${message.link === undefined ? '' : ` ${message.link}`}`)
    return { kind: 'sent' }
  }

  return { send, close: async () => composer.close() }
}

/** In the order of time, also within a millisecond; random at the end, for there may be other processes. */
function fileName(now: Date, kept: number) {
  const time = now.toISOString().replaceAll(':', '-')
  return `${time}-${String(kept).padStart(6, '0')}-${randomBytes(4).toString('hex')}.eml`
}

/** Whoever watches the folder never finds half a mail. */
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
