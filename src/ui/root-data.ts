import { useRouteLoaderData } from 'react-router'
import type { EditionState } from '../contract/edition.ts'
import type { Global } from '../contract/global.ts'

/**
 * What every page shows. A page from the server leaves out what changes with every edition, so that it stays the same,
 * byte for byte, as long as its own content does. See `editionShown`.
 */
export interface ShownGlobal extends Omit<Global, 'edition'> {
  edition: Omit<EditionState, OfEveryEdition> & Partial<Pick<EditionState, OfEveryEdition>>
}

type OfEveryEdition = 'number' | 'published_at'

export interface RootData {
  global: ShownGlobal
  /** For the copyright line: server and browser must agree, even at the turn of the year. */
  year: number
}

export const ROOT_ROUTE_ID = 'root'

export function useRoot(): RootData {
  const root = useRouteLoaderData<RootData>(ROOT_ROUTE_ID)
  if (root === undefined) throw new Error('The shell is shown only with the data of the site.')
  return root
}
