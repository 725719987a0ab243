import { useRouteLoaderData } from 'react-router'
import type { Global } from '../contract/global.ts'

/** What every screen of both apps knows of the site. */
export interface RootData {
  global: Global
  /** For the copyright line: server and browser must agree on it, also in the last minute of a year. */
  year: number
}

export const ROOT_ROUTE_ID = 'root'

export function useRoot(): RootData {
  const root = useRouteLoaderData<RootData>(ROOT_ROUTE_ID)
  if (root === undefined) throw new Error('The shell is shown only with the data of the site.')
  return root
}
