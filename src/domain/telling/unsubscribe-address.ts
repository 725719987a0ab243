import { tokenOf } from '../account/token-of.ts'

export const UNSUBSCRIBE_PATH = '/unsubscribe'

/** What a message can be left by: the subscriptions that brought it, or every message to the channel that it went to. */
export const UNSUBSCRIBE_SCOPES = ['thing', 'everything'] as const
export type UnsubscribeScope = (typeof UNSUBSCRIBE_SCOPES)[number]

/** What the address of the page says. */
export interface UnsubscribeAsked {
  token?: string | undefined
  /** What the link in the message was for; the page has both all the same. */
  first?: UnsubscribeScope | undefined
  /** The page says that it is done. It is the same for everyone then: the token is gone from it. */
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
