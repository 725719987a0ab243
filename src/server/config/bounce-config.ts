import { createPublicKey } from 'node:crypto'
import { toList, WrongValue } from './values.ts'

/** What relays report bounces and complaints with. Absent: the address of that relay does not exist. */
export interface BounceConfig {
  /** `user:password` */
  postmark: string | undefined
  mailgunKey: string | undefined
  /** Base64 of the DER form, as SendGrid shows it. */
  sendgridKey: string | undefined
  sesTopics: readonly string[]
}

export function toBounces(read: (name: string) => string | undefined): BounceConfig {
  const postmark = read('BOUNCE_POSTMARK_AUTH')
  if (postmark !== undefined && !/^[^:]+:.{16,}$/.test(postmark))
    throw new WrongValue(
      'BOUNCE_POSTMARK_AUTH must be user:password, with a password of 16 characters or more.',
    )
  const sendgridKey = read('BOUNCE_SENDGRID_KEY')
  if (sendgridKey !== undefined && !isPublicKey(sendgridKey))
    throw new WrongValue('BOUNCE_SENDGRID_KEY must be the verification key as SendGrid shows it.')
  const sesTopics = toList(read('BOUNCE_SES_TOPICS'))
  for (const topic of sesTopics) {
    if (!/^arn:aws(-[a-z-]+)?:sns:[a-z0-9-]+:\d{12}:[\w.-]+$/.test(topic))
      throw new WrongValue(
        `BOUNCE_SES_TOPICS must be ARNs of SNS topics separated by commas, not "${topic}".`,
      )
  }
  return { postmark, mailgunKey: read('BOUNCE_MAILGUN_KEY'), sendgridKey, sesTopics }
}

function isPublicKey(base64: string) {
  try {
    const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ec'
  } catch {
    return false
  }
}
