import { createContext } from 'react'
import { readByFetch } from '../ui/account/read-by-fetch.ts'

/** Reads for what is on screen: by fetch, unless the server renders it. */
export const ReadContext = createContext(readByFetch)
