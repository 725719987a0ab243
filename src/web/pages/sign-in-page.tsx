import { unavailablePage } from '../shell/unavailable.tsx'

export const signInPage = unavailablePage('Sign In')
export const passwordPage = unavailablePage('Forgot Password')
export const settingsPage = unavailablePage('Settings')
