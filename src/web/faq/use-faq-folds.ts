import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { type Faq, foldsAround } from '../../domain/faq/faq.ts'
import { idOfHash } from '../parts/id-of-hash.ts'
import { useIsAlive } from '../parts/use-is-alive.ts'
import type { Fold } from './show-faq.ts'

/** Ids of folds that were toggled from their initial state. */
type Flipped = ReadonlySet<string>

const NONE: Flipped = new Set()

/**
 * F-02: in the server's HTML everything is open, and stays open without scripts. A search has its own folds: the
 * previous state returns after it.
 */
export function useFaqFolds(of: {
  faq: Faq
  all: readonly Fold[]
  shown: readonly Fold[]
  search: string
  clearSearch: () => void
}) {
  const isAlive = useIsAlive()
  const { hash } = useLocation()
  const [browsed, setBrowsed] = useState(() =>
    opened(of.all, NONE, foldsAround(of.faq, idOfHash(hash) ?? '')),
  )
  const [searched, setSearched] = useState({ search: '', flipped: NONE })

  const isSearching = of.search !== ''
  const flippedInSearch = searched.search === of.search ? searched.flipped : NONE
  const flipped = isSearching ? flippedInSearch : browsed
  const flip = (next: Flipped) => {
    if (isSearching) setSearched({ search: of.search, flipped: next })
    else setBrowsed(next)
  }
  const isOpen = ({ id, startsOpen }: Fold) => !isAlive || startsOpen !== flipped.has(id)

  useHashArrival((id) => {
    const around = foldsAround(of.faq, id)
    if (around.length === 0) return false
    const isOnShow = around.every((each) => of.shown.some((fold) => fold.id === each))
    if (isOnShow) flip(opened(of.shown, flipped, around))
    else {
      of.clearSearch()
      setBrowsed(opened(of.all, browsed, around))
    }
    return true
  })

  return {
    isAlive,
    isOpen,
    areAllOpen: of.shown.every(isOpen),
    setOpen: (fold: Fold, isToBeOpen: boolean) => flip(set([fold], flipped, isToBeOpen)),
    setAllOpen: (areToBeOpen: boolean) => flip(set(of.shown, NONE, areToBeOpen)),
  }
}

export type FaqFolds = ReturnType<typeof useFaqFolds>

function opened(folds: readonly Fold[], flipped: Flipped, ids: readonly string[]): Flipped {
  return set(
    folds.filter(({ id }) => ids.includes(id)),
    flipped,
    true,
  )
}

function set(folds: readonly Fold[], flipped: Flipped, areToBeOpen: boolean): Flipped {
  const next = new Set(flipped)
  for (const { id, startsOpen } of folds) {
    if (startsOpen === areToBeOpen) next.delete(id)
    else next.add(id)
  }
  return next
}

/**
 * F-03: when the hash of an open page changes, `reveal` opens the target and focus moves there. On first load it is
 * already open, the browser scrolls, and the shell moves the focus.
 */
function useHashArrival(reveal: (id: string) => boolean) {
  const location = useLocation()
  const last = useRef(location)
  const [arrival, setArrival] = useState<{ id: string }>()
  const onHash = useEffectEvent((hash: string) => {
    const id = idOfHash(hash)
    if (id !== undefined && reveal(id)) setArrival({ id })
  })

  useLayoutEffect(() => {
    if (last.current === location) return
    last.current = location
    onHash(location.hash)
  }, [location])

  // One commit later, so it is open by now.
  useLayoutEffect(() => {
    if (arrival === undefined) return
    const target = document.getElementById(arrival.id)
    target?.scrollIntoView()
    target?.focus({ preventScroll: true })
  }, [arrival])
}
