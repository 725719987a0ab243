import { forget, readStored, storageListeners, store } from './device-storage.ts'

/** O-03: preferences that a device may remember, never without consent. */
export type PreferenceKey = 'time-zone' | 'theme'

export type ConsentAnswer = 'accepted' | 'rejected'
export type Consent = 'unanswered' | ConsentAnswer

/** Listed in the cookie policy. */
export const STORED_NAMES: Record<PreferenceKey | 'consent', string> = {
  consent: 'candor-consent',
  'time-zone': 'candor-time-zone',
  theme: 'candor-theme',
}
const KEYS: readonly PreferenceKey[] = ['time-zone', 'theme']

const chosen = new Map<PreferenceKey, string>()
let unstored: ConsentAnswer | undefined

const listeners = storageListeners()

export const onPreferences = listeners.add

export function consent(): Consent {
  return storedConsent() ?? unstored ?? 'unanswered'
}

export function isConsentWanted(): boolean {
  return consent() === 'unanswered' && chosen.size > 0
}

/** Accepting stores earlier choices too; rejecting removes everything. */
export function answerConsent(answer: ConsentAnswer) {
  if (answer === 'rejected') {
    // Keep what is on screen.
    for (const key of KEYS) recall(key)
    for (const key of KEYS) forget(STORED_NAMES[key])
  }
  store(STORED_NAMES.consent, answer)
  unstored = storedConsent() === answer ? undefined : answer
  if (isRemembering()) for (const [key, value] of chosen) store(STORED_NAMES[key], value)
  listeners.notifyAll()
}

export function isRemembering(): boolean {
  return storedConsent() === 'accepted'
}

export function remember(key: PreferenceKey, value: string) {
  chosen.set(key, value)
  if (isRemembering()) store(STORED_NAMES[key], value)
  listeners.notifyAll()
}

export function unchoose(key: PreferenceKey) {
  chosen.delete(key)
  forget(STORED_NAMES[key])
  listeners.notifyAll()
}

export function recall(key: PreferenceKey): string | undefined {
  const stored = isRemembering() ? readStored(STORED_NAMES[key]) : undefined
  if (stored !== undefined) chosen.set(key, stored)
  return chosen.get(key)
}

function storedConsent(): ConsentAnswer | undefined {
  const stored = readStored(STORED_NAMES.consent)
  return stored === 'accepted' || stored === 'rejected' ? stored : undefined
}
