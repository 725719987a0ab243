import { unavailablePage } from '../shell/unavailable.tsx'

export const signUpPage = unavailablePage('Sign Up')
