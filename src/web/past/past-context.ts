import { createContext, useContext } from 'react'

export interface PastShown {
  edition: number
  publishedAt: string
  /** The minute that the reader asked for. Undefined if they asked for an edition. */
  at: string | undefined
  /** Number of versions left out because they were redacted. */
  redacted: number
  /** Names of clouds, services and data centers are today's, because the earlier ones were redacted. */
  areNamesOfNow: boolean
  presentAddress: string
}

/** Undefined on pages of the present, which are all that browsers hydrate. */
export const PastContext = createContext<PastShown | undefined>(undefined)

export function usePast(): PastShown | undefined {
  return useContext(PastContext)
}
