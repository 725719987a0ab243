import { useEffect, useState } from 'react'
import { idOfHash } from '../parts/id-of-hash.ts'

/** The section being read: the target of a jump, or the one at the reading line. */
export function useSectionInView<Id extends string>(ids: readonly Id[]): Id | undefined {
  const [inView, setInView] = useState<Id>()
  useEffect(() => {
    let jumpedTo: Id | undefined
    const look = () => setInView(jumpedTo ?? sectionAtLine(ids))
    const onJump = () => {
      jumpedTo = ids.find((id) => id === idOfHash(location.hash))
      look()
    }
    // The target of a jump holds until the reader moves, even if the page still shifts.
    const onMove = () => {
      jumpedTo = undefined
    }
    // On arrival the page scrolls there itself, once complete.
    const arrival = requestAnimationFrame(onJump)
    addEventListener('hashchange', onJump)
    for (const move of MOVES) addEventListener(move, onMove, { passive: true })
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      cancelAnimationFrame(arrival)
      removeEventListener('hashchange', onJump)
      for (const move of MOVES) removeEventListener(move, onMove)
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [ids])
  return inView
}

/** Manual scrolling; each event precedes its scroll event. */
const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/**
 * The line moves down with the page, from the top of the screen to the bottom, so that the last section is reached as
 * well.
 */
function sectionAtLine<Id extends string>(ids: readonly Id[]): Id | undefined {
  const mostScrolled = document.documentElement.scrollHeight - innerHeight
  const line = mostScrolled > 0 ? (scrollY / mostScrolled) * innerHeight : 0
  return ids.findLast((id) => topOf(id) <= line) ?? ids[0]
}

function topOf(id: string) {
  return document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY
}
