import { createContext } from 'react'
import type { Refresh } from './quiet-refresh.ts'

/** Undefined on the server. */
export const RefreshContext = createContext<Refresh | undefined>(undefined)
