import { type Static, Type } from 'typebox'
import { CHANNEL_KINDS } from '../domain/notifying/channel.ts'
import { call } from './call.ts'

const TAG = 'Unsubscribing'
const Token = Type.String({ maxLength: 128, description: 'from a message' })

export const UnsubscribeAbout = Type.Object({
  data: Type.Object({
    /** Null: the channel or account was deleted, so nothing is sent to it. */
    channel: Type.Union([Type.Enum(CHANNEL_KINDS), Type.Null()]),
    is_enabled: Type.Boolean(),
    address: Type.Union([Type.String(), Type.Null()], {
      description: 'shortened, recognizable to its owner',
    }),
    things: Type.Array(Type.String(), {
      description: 'the subscriptions that caused this message and still exist, by name',
    }),
  }),
})
export type UnsubscribeAbout = Static<typeof UnsubscribeAbout>

export const aboutUnsubscribing = call({
  summary: 'What an unsubscribe link refers to',
  tag: TAG,
  access: 'anyone',
  line: 'unsubscribing',
  body: Type.Object({ token: Token }),
  answer: UnsubscribeAbout,
})

export const unsubscribe = call({
  summary: 'Unsubscribe with the link from a message: from its cause, or from every message of this channel',
  tag: TAG,
  access: 'anyone',
  line: 'unsubscribing',
  body: Type.Object({ token: Token, from: Type.Enum(['thing', 'everything']) }),
  answer: Type.Object({ data: Type.Object({ message: Type.String() }) }),
})
