import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import { useEffect, useState } from 'react'

export type Ceremony<T> = { kind: 'done'; value: T } | { kind: 'failed'; message: string }

/** Passkeys require https or localhost. Undefined on the server. */
export function usePasskeysHere(): boolean | undefined {
  const [isHere, setHere] = useState<boolean>()
  useEffect(() => setHere(typeof window.PublicKeyCredential === 'function'), [])
  return isHere
}

export function makePasskey(options: object): Promise<Ceremony<RegistrationResponseJSON>> {
  return ceremony(async () => {
    const { startRegistration } = await import('@simplewebauthn/browser')
    return startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
  })
}

export function askForPasskey(options: object): Promise<Ceremony<AuthenticationResponseJSON>> {
  return ceremony(async () => {
    const { startAuthentication } = await import('@simplewebauthn/browser')
    return startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })
  })
}

async function ceremony<T>(ask: () => Promise<T>): Promise<Ceremony<T>> {
  try {
    return { kind: 'done', value: await ask() }
  } catch (error) {
    return { kind: 'failed', message: wordsFor((error as Error).name) }
  }
}

/** By WebAuthn error name. Browsers don't distinguish a refusal from a timeout. */
function wordsFor(name: string): string {
  switch (name) {
    case 'NotAllowedError':
    case 'AbortError':
      return 'No passkey was used: the request was canceled or timed out. Please try again.'
    case 'InvalidStateError':
      return 'This device already has a passkey for your account.'
    case 'SecurityError':
      return 'Passkeys don’t work at this address. Open the site at its usual address and try again.'
    default:
      return 'The browser couldn’t use a passkey. Try again, or sign in another way.'
  }
}
