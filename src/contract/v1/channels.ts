import { Type } from 'typebox'
import { POSTED_KINDS } from '../../domain/notifying/channel.ts'
import { v1Call } from './v1-call.ts'

export const v1ChannelCalls = {
  'POST /api/v1/channels': v1Call({
    summary: 'Subscribe a webhook, Slack or Teams channel, and send a test message there',
    description:
      'The channel belongs to the account that created the token, and gets what that account follows. It is used once a test message has arrived.',
    tag: 'Automation: channels',
    access: 'token:channels:write',
    cost: 'network',
    body: Type.Object({
      kind: Type.Enum(POSTED_KINDS),
      name: Type.Optional(Type.String({ maxLength: 100 })),
      address: Type.String({ maxLength: 2000, description: 'the URL that messages are posted to' }),
    }),
    answer: Type.Object({
      data: Type.Object({
        id: Type.Integer(),
        secret: Type.Union([Type.String(), Type.Null()], {
          description: 'of a webhook: whsec_…, shown only once; null in a repeated answer',
        }),
        has_arrived: Type.Boolean({ description: 'whether the test message has arrived' }),
        message: Type.String(),
        follows: Type.Integer({ description: 'how many things the account follows' }),
      }),
    }),
    status: 201,
  }),
}
