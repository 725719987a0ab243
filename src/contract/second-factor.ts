import { type Static, type TObject, Type } from 'typebox'
import { call } from './call.ts'
import { Moment, OptionalMoment } from './common.ts'
import { OpenedSession, Password } from './signing-in.ts'

const SIGNING_IN = 'Signing in'
const TAG = 'Two-step sign-in'

const Uid = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
const OwnUid = Type.Object({ uid: Uid })
const ByPassword = Type.Object({ pass: Password })
const Code = Type.String({ maxLength: 64 })

/** WebAuthn's own JSON, produced and consumed by browsers. The relevant parts are verified by signature. */
const Base64Url = Type.String({ maxLength: 16_384, pattern: '^[A-Za-z0-9_-]*$' })
const Anything = Type.Object({}, { additionalProperties: true })
const Options = Type.Object({ data: Anything })

function credential<R extends TObject>(response: R) {
  return Type.Object({
    id: Base64Url,
    rawId: Base64Url,
    type: Type.Literal('public-key'),
    response,
    clientExtensionResults: Anything,
    authenticatorAttachment: Type.Optional(Type.Enum(['platform', 'cross-platform'])),
  })
}

const CreatedCredential = credential(
  Type.Object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
  }),
)
const UsedCredential = credential(
  Type.Object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Type.Optional(Base64Url),
  }),
)

export const confirmSecondStep = call({
  summary: 'Finish a sign-in with a code from the authenticator app or a recovery code; opens a new session',
  tag: SIGNING_IN,
  access: 'anyone',
  body: Type.Object({ code: Code }),
  answer: OpenedSession,
})

export const secondStepOptions = call({
  summary: 'Options for navigator.credentials.get() to finish a sign-in with a passkey',
  tag: SIGNING_IN,
  access: 'anyone',
  answer: Options,
})

export const confirmByPasskey = call({
  summary: 'Finish a sign-in with a passkey; opens a new session',
  tag: SIGNING_IN,
  access: 'anyone',
  body: Type.Object({ credential: UsedCredential }),
  answer: OpenedSession,
})

export const OwnSecondFactor = Type.Object({
  data: Type.Object({
    is_on: Type.Boolean({ description: 'whether a sign-in asks for a second step' }),
    app: Type.Union([Type.Object({ added_at: Moment }), Type.Null()]),
    passkeys: Type.Array(
      Type.Object({
        id: Type.Integer(),
        name: Type.String(),
        added_at: Moment,
        last_used_at: OptionalMoment,
      }),
    ),
    recovery_codes: Type.Union([
      Type.Object({ total: Type.Integer(), left: Type.Integer({ description: 'not used yet' }) }),
      Type.Null(),
    ]),
    new_codes: Type.Union([Type.Array(Type.String()), Type.Null()], {
      description: 'new recovery codes; shown once',
    }),
  }),
})
export type OwnSecondFactor = Static<typeof OwnSecondFactor>

export const AppToAdd = Type.Object({
  data: Type.Object({
    secret: Type.String({ description: 'in base32, to type into the app; shown once' }),
    uri: Type.String({ description: 'the same as an otpauth:// address for apps' }),
    qr: Type.Object(
      { size: Type.Integer({ description: 'modules on each side' }), path: Type.String() },
      { description: 'the QR code of the uri as the path of an SVG' },
    ),
  }),
})
export type AppToAdd = Static<typeof AppToAdd>

export const getSecondFactor = call({
  summary: 'Second factors of your own account',
  tag: TAG,
  access: 'own-account',
  params: OwnUid,
  answer: OwnSecondFactor,
})

export const startApp = call({
  summary: 'Start adding an authenticator app; it is used once one of its codes is entered',
  tag: TAG,
  access: 'own-account',
  cost: 'password',
  params: OwnUid,
  body: ByPassword,
  answer: AppToAdd,
})

export const confirmApp = call({
  summary: 'Confirm the authenticator app with one of its codes; a previous app stops working',
  tag: TAG,
  access: 'own-account',
  params: OwnUid,
  body: Type.Object({ code: Code }),
  answer: OwnSecondFactor,
})

export const removeApp = call({
  summary: 'Remove the authenticator app',
  tag: TAG,
  access: 'own-account',
  cost: 'password',
  params: OwnUid,
  body: ByPassword,
  answer: OwnSecondFactor,
})

export const startPasskey = call({
  summary: 'Start adding a passkey: options for navigator.credentials.create()',
  tag: TAG,
  access: 'own-account',
  cost: 'password',
  params: OwnUid,
  body: ByPassword,
  answer: Options,
})

export const addPasskey = call({
  summary: 'Add the passkey created by the browser',
  tag: TAG,
  access: 'own-account',
  params: OwnUid,
  body: Type.Object({ name: Type.String({ maxLength: 200 }), credential: CreatedCredential }),
  answer: OwnSecondFactor,
})

export const removePasskey = call({
  summary: 'Remove a passkey',
  tag: TAG,
  access: 'own-account',
  cost: 'password',
  params: Type.Object({ uid: Uid, passkey: Uid }),
  body: ByPassword,
  answer: OwnSecondFactor,
})

export const renewRecoveryCodes = call({
  summary: 'Create ten new recovery codes; the previous ones stop working',
  tag: TAG,
  access: 'own-account',
  cost: 'password',
  params: OwnUid,
  body: ByPassword,
  answer: OwnSecondFactor,
})

export const turnOffSecondFactor = call({
  summary: 'Turn two-step sign-in off: removes the app, all passkeys and the recovery codes',
  tag: TAG,
  access: 'own-account',
  cost: 'password',
  params: OwnUid,
  body: ByPassword,
  answer: OwnSecondFactor,
})
