import PostalMime from 'postal-mime'
import { outcomeOfRefusal, type SmtpAnswer, smtpAnswer } from '../../mail/smtp-answer.ts'

export type MailReport =
  /**
   * At least one of these addresses doesn't exist, by the same rule as for immediate refusals. The reason
   * is a code.
   */
  | { kind: 'bounce'; recipients: readonly string[]; reason: string }
  | { kind: 'complaint' }
  | { kind: 'other' }

const OTHER = { kind: 'other' } as const
/** A report has three parts. The returned mail adds a few more levels. */
const DEEPEST_NESTING = 20

/**
 * Reads delivery reports (RFC 3464) and complaints (RFC 5965). Both are multipart/report; an out-of-office reply is
 * not. The address that received the report identifies the recipient, not the report itself.
 */
export async function readReport(message: Buffer): Promise<MailReport> {
  const mail = await PostalMime.parse(message, {
    attachmentEncoding: 'utf8',
    // The returned mail is a quote and may itself quote anything.
    forceRfc822Attachments: true,
    maxNestingDepth: DEEPEST_NESTING,
  }).catch(() => undefined)
  const type = mail?.headers.find(({ key }) => key === 'content-type')?.value ?? ''
  if (mail === undefined || !/^multipart\/report\b/i.test(type)) return OTHER
  const partOf = (mimeType: string) => {
    const content = mail.attachments.find((part) => part.mimeType === mimeType)?.content
    return typeof content === 'string' ? content : undefined
  }
  const feedback = partOf('message/feedback-report')
  if (feedback !== undefined) return isAbuse(feedback) ? { kind: 'complaint' } : OTHER
  const status = partOf('message/delivery-status') ?? partOf('message/global-delivery-status')
  return status === undefined ? OTHER : bounceIn(status, mail.text ?? '')
}

function isAbuse(feedback: string) {
  return fieldBlocks(feedback).some((fields) => fields.get('feedback-type')?.toLowerCase() === 'abuse')
}

/** The first block describes the report, each further block describes one recipient. */
function bounceIn(status: string, words: string): MailReport {
  const failed = fieldBlocks(status).flatMap((fields) => {
    const reason = finalReason(fields, words)
    return reason === undefined ? [] : [{ reason, recipients: recipientsIn(fields) }]
  })
  const [first] = failed
  if (first === undefined) return OTHER
  return {
    kind: 'bounce',
    recipients: failed.flatMap(({ recipients }) => recipients),
    reason: first.reason,
  }
}

function finalReason(fields: Fields, words: string): string | undefined {
  const action = fields.get('action')?.toLowerCase()
  const status = /^5\.\d{1,3}\.\d{1,3}\b/.exec(fields.get('status') ?? '')?.[0]
  if (action !== 'failed' || status === undefined) return undefined
  const said = smtpAnswer(fields.get('diagnostic-code')?.replace(/^smtp\s*;\s*/i, '') ?? '')
  // Servers write "5.0.0" if they don't know the reason.
  const own = status === '5.0.0' ? '' : status
  const answer: SmtpAnswer = {
    code: said?.code ?? UNKNOWN_CODE,
    status: said === undefined || said.status === '' ? own : said.status,
    words: said?.words ?? '',
  }
  // A code without an enhanced status is only about the address in reply to RCPT TO.
  const command = /\bRCPT TO\b/i.test(words) ? 'RCPT TO' : 'DATA'
  const outcome = outcomeOfRefusal(command, answer)
  if (outcome.kind !== 'refused' || !outcome.isAboutAddress) return undefined
  return answer.code === UNKNOWN_CODE ? `bounce ${answer.status}` : outcome.reason
}

const UNKNOWN_CODE = 500

function recipientsIn(fields: Fields): string[] {
  return ['original-recipient', 'final-recipient'].flatMap((name) => {
    const [, address] = /^(?:rfc822|utf-8)\s*;\s*<?([^\s<>]+)>?/i.exec(fields.get(name) ?? '') ?? []
    return address === undefined ? [] : [address.toLowerCase()]
  })
}

type Fields = ReadonlyMap<string, string>

/** Blocks of `Name: value`, separated by blank lines. A line that starts with a space continues the previous one. */
function fieldBlocks(text: string): Fields[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .map((block) => {
      const lines = block.replace(/\n[ \t]+/g, ' ').split('\n')
      return new Map(
        lines.flatMap((line): [string, string][] => {
          const [, name, value] = /^([!-9;-~]+)[ \t]*:(.*)$/.exec(line) ?? []
          return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value.trim()]]
        }),
      )
    })
}
