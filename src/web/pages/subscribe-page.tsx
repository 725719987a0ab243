import { unavailablePage } from '../shell/unavailable.tsx'

export const subscribePage = unavailablePage('Subscriptions')
