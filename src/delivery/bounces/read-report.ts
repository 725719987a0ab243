import PostalMime from 'postal-mime'
import { outcomeOfRefusal, type SmtpAnswer, smtpAnswer } from '../../mail/smtp-answer.ts'

/** What a message in the bounce mailbox says about a mail of ours. */
export type MailReport =
  /** One of these addresses does not exist, by the rule for refusals at once. The reason is a code. */
  | { kind: 'bounce'; recipients: readonly string[]; reason: string }
  | { kind: 'complaint' }
  /** Delays, refusals for what a mail says, automatic replies, and whatever else people and machines write. */
  | { kind: 'other' }

const OTHER = { kind: 'other' } as const
/** Reports have three parts, of which ours may have some more. */
const DEEPEST_NESTING = 20

/**
 * Reads reports on delivery (RFC 3464) and complaints (RFC 5965). Both are multipart/report; an out-of-office reply is
 * not, whatever its words. Whose mail it was is said by the address that the report came to, not by the report.
 */
export async function readReport(message: Buffer): Promise<MailReport> {
  const mail = await PostalMime.parse(message, {
    attachmentEncoding: 'utf8',
    // The mail that came back is quoted, and may itself quote anything.
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

/** The first block is about the report itself, each further one about a recipient. */
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

/** Why an address does not exist. Undefined for temporary failures, and for those about something else. */
function finalReason(fields: Fields, words: string): string | undefined {
  const action = fields.get('action')?.toLowerCase()
  const status = /^5\.\d{1,3}\.\d{1,3}\b/.exec(fields.get('status') ?? '')?.[0]
  if (action !== 'failed' || status === undefined) return undefined
  const said = smtpAnswer(fields.get('diagnostic-code')?.replace(/^smtp\s*;\s*/i, '') ?? '')
  // "5.0.0" is what servers write that were given no reason.
  const own = status === '5.0.0' ? '' : status
  const answer: SmtpAnswer = {
    code: said?.code ?? UNTOLD,
    status: said === undefined || said.status === '' ? own : said.status,
    words: said?.words ?? '',
  }
  // A code without numbers for the reason is about the address only in reply to the recipient.
  const command = /\bRCPT TO\b/i.test(words) ? 'RCPT TO' : 'DATA'
  const outcome = outcomeOfRefusal(command, answer)
  if (outcome.kind !== 'refused' || !outcome.isAboutAddress) return undefined
  return answer.code === UNTOLD ? `bounce ${answer.status}` : outcome.reason
}

/** The code of a failure for which the report repeats no answer of a server. */
const UNTOLD = 500

function recipientsIn(fields: Fields): string[] {
  return ['original-recipient', 'final-recipient'].flatMap((name) => {
    const [, address] = /^(?:rfc822|utf-8)\s*;\s*<?([^\s<>]+)>?/i.exec(fields.get(name) ?? '') ?? []
    return address === undefined ? [] : [address.toLowerCase()]
  })
}

type Fields = ReadonlyMap<string, string>

/** Blocks of `Name: value` with blank lines between them; a line that begins with a space continues the one before. */
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
