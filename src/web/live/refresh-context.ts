import { createContext } from 'react'
import type { Refresh } from './quiet-refresh.ts'

/** How an open page is brought up to date; where nothing lives on after the first rendering, not at all. */
export const RefreshContext = createContext<Refresh | undefined>(undefined)
