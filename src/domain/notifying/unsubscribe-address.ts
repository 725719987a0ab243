import { tokenOf } from '../account/token-of.ts'

export const UNSUBSCRIBE_PATH = '/unsubscribe'

/** What to unsubscribe from: the subscriptions that caused the message, or all messages to its channel. */
export const UNSUBSCRIBE_SCOPES = ['thing', 'everything'] as const
export type UnsubscribeScope = (typeof UNSUBSCRIBE_SCOPES)[number]

export interface UnsubscribeAsked {
  token?: string | undefined
  /** What the link in the message is for; the page offers both. */
  first?: UnsubscribeScope | undefined
  /** The page confirms it. It is then the same for everyone, without a token. */
  done?: UnsubscribeScope | undefined
}

export function unsubscribeAsked(query: URLSearchParams): UnsubscribeAsked {
  const done = UNSUBSCRIBE_SCOPES.find((scope) => scope === query.get('done'))
  if (done !== undefined) return { done }
  return { token: tokenOf(query), first: query.get('all') === '1' ? 'everything' : 'thing' }
}

export function unsubscribeAddress({ token, first, done }: UnsubscribeAsked): string {
  if (done !== undefined) return `${UNSUBSCRIBE_PATH}?done=${done}`
  if (token === undefined) return UNSUBSCRIBE_PATH
  return `${UNSUBSCRIBE_PATH}?token=${token}${first === 'everything' ? '&all=1' : ''}`
}
