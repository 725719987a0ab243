import { createHash } from 'node:crypto'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { PasskeyRow } from '../../db/second-factor.ts'

/** Passkeys are bound to the host of PUBLIC_URL, even if other names lead to this site. */
export interface PasskeySite {
  publicUrl: string
  name: string
}

const TIMEOUT_MS = 300_000

/** Loaded with the first passkey: most of its size is certificates, which other accounts never need. */
const webauthn = () => import('@simplewebauthn/server')

export async function creationOptions(
  { publicUrl, name }: PasskeySite,
  of: { userId: number; accountName: string; passkeys: readonly PasskeyRow[] },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await webauthn()
  return generateRegistrationOptions({
    rpName: name,
    rpID: rpId(publicUrl),
    userName: of.accountName,
    userID: userHandle(publicUrl, of.userId),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: of.passkeys.map(toDescriptor),
    // It follows the password, so passkeys needn't be discoverable.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

export type NewPasskey = Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'transports'>

export async function createdPasskey(
  { publicUrl }: PasskeySite,
  { response, challenge }: { response: RegistrationResponseJSON; challenge: string },
): Promise<NewPasskey | undefined> {
  const { verifyRegistrationResponse } = await webauthn()
  const verified = await unlessWrong(
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: new URL(publicUrl).origin,
      expectedRPID: rpId(publicUrl),
      requireUserVerification: false,
    }),
  )
  if (verified?.verified !== true) return undefined
  const { credential } = verified.registrationInfo
  return {
    credential_id: Buffer.from(credential.id, 'base64url'),
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: (response.response.transports ?? []).filter((name) => TRANSPORT.test(name)),
  }
}

const TRANSPORT = /^[a-z-]{1,20}$/

export async function requestOptions(
  { publicUrl }: PasskeySite,
  passkeys: readonly PasskeyRow[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    rpID: rpId(publicUrl),
    allowCredentials: passkeys.map(toDescriptor),
    timeout: TIMEOUT_MS,
    userVerification: 'preferred',
  })
}

/**
 * The passkey that signed the challenge, and its new counter. Undefined if anything is wrong, including a counter that
 * went back.
 */
export async function usedPasskey(
  { publicUrl }: PasskeySite,
  of: { response: AuthenticationResponseJSON; challenge: string; passkeys: readonly PasskeyRow[] },
): Promise<{ passkey: PasskeyRow; counter: number } | undefined> {
  const passkey = of.passkeys.find(
    ({ credential_id }) => credential_id.toString('base64url') === of.response.id,
  )
  if (passkey === undefined) return undefined
  const { verifyAuthenticationResponse } = await webauthn()
  const verified = await unlessWrong(
    verifyAuthenticationResponse({
      response: of.response,
      expectedChallenge: of.challenge,
      expectedOrigin: new URL(publicUrl).origin,
      expectedRPID: rpId(publicUrl),
      requireUserVerification: false,
      credential: {
        id: of.response.id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: passkey.counter,
        transports: passkey.transports,
      },
    }),
  )
  return verified?.verified === true
    ? { passkey, counter: verified.authenticationInfo.newCounter }
    : undefined
}

function rpId(publicUrl: string) {
  return new URL(publicUrl).hostname
}

/** Stable, so that a new passkey replaces the old one. It reveals nothing about the account. */
function userHandle(publicUrl: string, userId: number) {
  return new Uint8Array(
    createHash('sha256')
      .update(`passkey ${rpId(publicUrl)} ${userId}`)
      .digest(),
  )
}

function toDescriptor({ credential_id, transports }: PasskeyRow) {
  return { id: credential_id.toString('base64url'), transports }
}

/** The library throws for anything that doesn't match. It does no I/O, so this hides no other failure. */
async function unlessWrong<T>(verifying: Promise<T>): Promise<T | undefined> {
  return verifying.catch(() => undefined)
}
