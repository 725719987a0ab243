import { useSyncExternalStore } from 'react'
import { useRoot } from '../../ui/root-data.ts'
import { editionOfPage, type NumberAndTime } from './edition-shown.ts'

/** Undefined on the server, while hydrating, and where it is unknown. */
export function useEditionShown(): NumberAndTime | undefined {
  const { number, published_at } = useRoot().global.edition
  const ofPage = useSyncExternalStore(onNothing, editionOfPage, () => undefined)
  return number !== undefined && published_at !== undefined ? { number, published_at } : ofPage
}

const onNothing = () => () => {}
