import { type Static, Type } from 'typebox'
import { RECORD_KINDS } from '../domain/record.ts'
import { call } from './call.ts'
import { CloudName, RecordId } from './common.ts'
import { publicRead } from './endpoint.ts'
import { Message, OpenedSession } from './signing-in.ts'

const TAG = 'Following'

const Email = Type.String({ maxLength: 254 })
const Token = Type.String({ maxLength: 128, description: 'from a link that was sent by mail' })

const Choice = {
  cloud: CloudName,
  record: Type.Optional(
    Type.Integer({ ...RecordId, description: 'a post, until it is resolved; else places of the cloud' }),
  ),
  later: Type.Optional(Type.Literal('1', { description: 'with `record`: also later posts like it' })),
  mine: Type.Optional(
    Type.String({
      maxLength: 4_000,
      description: 'services and data centers, such as `s12,d7`; absent: everything on the cloud',
    }),
  ),
}

export const getFollowChoice = publicRead({
  summary: 'What can be followed by email: a post, places of a cloud, or all of it, in words',
  tag: TAG,
  query: Type.Object(Choice),
  answer: Type.Object({
    data: Type.Union([
      Type.Object({
        name: Type.String({ description: 'for the middle of a sentence' }),
        cloud: Type.String({ description: 'domain of the cloud' }),
        record: Type.Union([
          Type.Object({ id: RecordId, kind: Type.Enum(RECORD_KINDS), is_closed: Type.Boolean() }),
          Type.Null(),
        ]),
      }),
      Type.Null(),
    ]),
  }),
})

export const follow = call({
  summary:
    'Ask to follow something by email, without an account. Sends one mail to confirm; the answer is the same for every address',
  tag: TAG,
  access: 'anyone',
  body: Type.Object({ email: Email, ...Choice }),
  answer: Message,
})

const FollowConfirmation = Type.Object({
  data: Type.Object({
    message: Type.String(),
    state: Type.Enum(['following', 'closed', 'mail-off', 'confirmed-before', 'gone']),
  }),
})

export const confirmFollow = call({
  summary: 'Confirm with the link from the mail. Opens no session',
  tag: TAG,
  access: 'anyone',
  body: Type.Object({ token: Token }),
  answer: FollowConfirmation,
})

export const refuseFollowMails = call({
  summary: 'Refuse all further questions of this kind, with the other link from the mail',
  tag: TAG,
  access: 'anyone',
  line: 'unsubscribing',
  body: Type.Object({ token: Token }),
  answer: Message,
})

export const MailLinkAbout = Type.Object({
  data: Type.Object({
    state: Type.Enum(['open', 'has-password', 'dead-link']),
    address: Type.Union([Type.String(), Type.Null()], {
      description: 'of the account, shortened; null unless the link works',
    }),
  }),
})
export type MailLinkAbout = Static<typeof MailLinkAbout>

export const aboutMailLink = call({
  summary: 'Whose subscriptions a link in a message opens. The link can still be used',
  tag: TAG,
  access: 'anyone',
  line: 'unsubscribing',
  body: Type.Object({ token: Token }),
  answer: MailLinkAbout,
})

export const enterByMailLink = call({
  summary: 'Sign in once with the link in a message. Only for accounts without a password',
  tag: TAG,
  access: 'anyone',
  body: Type.Object({ token: Token }),
  answer: OpenedSession,
})

export const askForMailLink = call({
  summary:
    'Ask for a link that signs in once, for accounts without a password; the answer is the same for every address',
  tag: TAG,
  access: 'anyone',
  body: Type.Object({ email: Email }),
  answer: Message,
})

export const FollowedPosts = Type.Object({
  data: Type.Array(
    Type.Object({
      id: RecordId,
      title: Type.Union([Type.String(), Type.Null()], { description: 'null if it was withdrawn' }),
      path: Type.Union([Type.String(), Type.Null()]),
      is_closed: Type.Boolean(),
    }),
    { description: 'newest subscription first' },
  ),
})
export type FollowedPosts = Static<typeof FollowedPosts>

export const listFollowedPosts = call({
  summary: 'The single posts that the user follows',
  tag: TAG,
  access: 'signed-in',
  leastLink: 'mail-link',
  answer: FollowedPosts,
})

export const followPost = call({
  summary: 'Follow a post until it is resolved, or stop',
  tag: TAG,
  access: 'signed-in',
  leastLink: 'mail-link',
  body: Type.Object({ id: RecordId, action: Type.Enum(['subscribe', 'unsubscribe']) }),
  answer: FollowedPosts,
})
