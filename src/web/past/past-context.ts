import { createContext, useContext } from 'react'

/** The earlier edition that a page shows. */
export interface PastShown {
  edition: number
  /** ISO 8601 in UTC: when it was published. */
  publishedAt: string
  /** The minute that the reader asked for. Undefined: when it was published. */
  at: string | undefined
  /** Versions that are left out because they were redacted. */
  redacted: number
  /** The names of clouds, services and data centers were redacted, so those of now are shown. */
  areNamesOfNow: boolean
  /** The same page now. */
  presentAddress: string
}

/** Undefined on pages of the present, which are all that browsers hydrate. */
export const PastContext = createContext<PastShown | undefined>(undefined)

export function usePast(): PastShown | undefined {
  return useContext(PastContext)
}
