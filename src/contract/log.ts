import { Type } from 'typebox'
import { OptionalMoment } from './common.ts'
import { publicRead } from './endpoint.ts'

export const getLog = publicRead({
  summary:
    'How far the public log of this site is, and the key that verifies it. Its files are below `/log/`',
  tag: 'Discovery',
  answer: Type.Object({
    data: Type.Union([
      Type.Object({
        origin: Type.String({
          description: 'the first line of its checkpoints; changes after a restore from a backup',
        }),
        size: Type.Integer({ description: 'entries' }),
        root: Type.String({ description: 'hash of the Merkle tree by RFC 6962, in hex' }),
        began_at: OptionalMoment,
        before: Type.Union(
          [Type.Object({ log: Type.String(), size: Type.Integer(), root: Type.String() }), Type.Null()],
          { description: 'the end of the log before it, if this one began after a restore from a backup' },
        ),
        key: Type.String({ description: 'as C2SP signed notes write it: name, key ID and key' }),
        witnesses: Type.Array(Type.String(), {
          description: 'keys of those who cosign checkpoints, as C2SP cosignatures have them',
        }),
        public_url: Type.String({ description: 'of this site, without a trailing slash' }),
      }),
      Type.Null(),
    ]),
  }),
})
