import type { ChannelKind } from './channel.ts'

/** Shown to staff if sealed with a key that this process doesn't have. */
export const LOCKED_CODE = 'SECRETS_KEY is missing or wrong'

export const STOPPED_BY_STAFF = 'stopped by staff'
export const STOPPED_WORDS = 'Our staff stopped mail to this address. Only they can allow it again.'

export function resultWords(kind: ChannelKind, code: string): string {
  if (code === 'sent') return kind === 'email' ? 'Accepted by the mail server' : 'Delivered'
  return kind === 'email' ? mailResultWords(code) : postResultWords(code)
}

/** Reveals nothing about the server: the user may be probing someone else's network. */
function postResultWords(code: string) {
  const [, status] = /^http (\d{3})$/.exec(code) ?? []
  if (status?.startsWith('3')) return `It answered with ${status}, a redirect. Redirects are not followed.`
  if (status !== undefined) return `It answered with ${status}.`
  if (code.startsWith('unanswered')) return 'It did not confirm the message, which may have arrived.'
  switch (code) {
    case 'timeout':
      return 'It did not answer in time.'
    case 'not allowed':
      return 'Its address is not allowed: it is not on the public internet.'
    case LOCKED_CODE:
      return 'We can’t read its address right now, so nothing is sent there.'
    default:
      return 'It could not be reached.'
  }
}

function mailResultWords(code: string) {
  const [, status] = /^([45]\d{2})\b/.exec(code) ?? []
  if (status !== undefined) return `The mail server of this address answered with ${status}.`
  if (code === STOPPED_BY_STAFF) return 'Staff stopped mail to this address.'
  if (code.startsWith('unanswered'))
    return 'The mail server accepted the message but didn’t confirm it. It may have arrived.'
  return code === 'timeout' ? 'The mail server did not answer in time.' : 'The mail could not be sent.'
}
