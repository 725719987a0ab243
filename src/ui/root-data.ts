import { useRouteLoaderData } from 'react-router'
import type { Global } from '../contract/global.ts'

export interface RootData {
  global: Global
  /** For the copyright line: server and browser must agree, even at the turn of the year. */
  year: number
}

export const ROOT_ROUTE_ID = 'root'

export function useRoot(): RootData {
  const root = useRouteLoaderData<RootData>(ROOT_ROUTE_ID)
  if (root === undefined) throw new Error('The shell is shown only with the data of the site.')
  return root
}
