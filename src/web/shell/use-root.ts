import { useRouteLoaderData } from 'react-router'
import { ROOT_ROUTE_ID, type RootData } from '../site.ts'

export function useRoot(): RootData {
  const root = useRouteLoaderData<RootData>(ROOT_ROUTE_ID)
  if (root === undefined) throw new Error('The shell is shown only with the data of the site.')
  return root
}
