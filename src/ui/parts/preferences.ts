import { forget, readStored, storageListeners, store } from './device-storage.ts'

/** O-03: what a reader may have remembered on a device: a comfort, so never without consent. */
export type PreferenceKey = 'time-zone' | 'theme'

export type ConsentAnswer = 'accepted' | 'rejected'
export type Consent = 'unanswered' | ConsentAnswer

/** The names that the cookie policy tells of. */
export const STORED_NAMES: Record<PreferenceKey | 'consent', string> = {
  consent: 'candor-consent',
  'time-zone': 'candor-time-zone',
  theme: 'candor-theme',
}
const KEYS: readonly PreferenceKey[] = ['time-zone', 'theme']

/** Choices of this visit: they hold while the page is open, whether they may be stored or not. */
const chosen = new Map<PreferenceKey, string>()
/** An answer that the device does not take holds for the page. */
let unstored: ConsentAnswer | undefined

const listeners = storageListeners()

/** Told of every choice and every answer, also of those in other tabs of this site. */
export const onPreferences = listeners.add

export function consent(): Consent {
  return storedConsent() ?? unstored ?? 'unanswered'
}

/** Asked only when there is something to remember: the reader has chosen, and not said whether it may be stored. */
export function isConsentWanted(): boolean {
  return consent() === 'unanswered' && chosen.size > 0
}

/** Once accepted, what was chosen before is kept too; once rejected, nothing of it is left on the device. */
export function answerConsent(answer: ConsentAnswer) {
  if (answer === 'rejected') {
    // What is on the screen stays as it is.
    for (const key of KEYS) recall(key)
    for (const key of KEYS) forget(STORED_NAMES[key])
  }
  store(STORED_NAMES.consent, answer)
  unstored = storedConsent() === answer ? undefined : answer
  if (isRemembering()) for (const [key, value] of chosen) store(STORED_NAMES[key], value)
  listeners.tellAll()
}

/** Whether choices outlast the page: with the reader's consent, on a device that stores. */
export function isRemembering(): boolean {
  return storedConsent() === 'accepted'
}

export function remember(key: PreferenceKey, value: string) {
  chosen.set(key, value)
  if (isRemembering()) store(STORED_NAMES[key], value)
  listeners.tellAll()
}

/** As if it had never been chosen on this device. */
export function unchoose(key: PreferenceKey) {
  chosen.delete(key)
  forget(STORED_NAMES[key])
  listeners.tellAll()
}

/** What an earlier visit or another tab stored; where nothing is stored, what was chosen on this page. */
export function recall(key: PreferenceKey): string | undefined {
  const stored = isRemembering() ? readStored(STORED_NAMES[key]) : undefined
  if (stored !== undefined) chosen.set(key, stored)
  return chosen.get(key)
}

function storedConsent(): ConsentAnswer | undefined {
  const stored = readStored(STORED_NAMES.consent)
  return stored === 'accepted' || stored === 'rejected' ? stored : undefined
}
