import { createContext } from 'react'
import { readByFetch } from '../ui/account/read-by-fetch.ts'

/** How what is on the screen reads more: by fetch, unless the server renders it. */
export const ReadContext = createContext(readByFetch)
