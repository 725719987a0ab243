import { useEffect, useState } from 'react'
import { idOfHash } from '../parts/id-of-hash.ts'

/** Which of the sections is being read: where a jump has led to, or else what stands at the reader's line. */
export function useSectionInView<Id extends string>(ids: readonly Id[]): Id | undefined {
  const [inView, setInView] = useState<Id>()
  useEffect(() => {
    let jumpedTo: Id | undefined
    const look = () => setInView(jumpedTo ?? sectionAtLine(ids))
    const onJump = () => {
      jumpedTo = ids.find((id) => id === idOfHash(location.hash))
      look()
    }
    // Where a jump has led holds until the reader moves on, however the page still settles below it.
    const onMove = () => {
      jumpedTo = undefined
    }
    // On arrival the page itself leads there, once all of it stands.
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

/** How readers move a page by hand; each comes before the scrolling that it causes. */
const MOVES = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/** The line goes down with the page, from the top of the screen to its foot: so the last section is reached as well. */
function sectionAtLine<Id extends string>(ids: readonly Id[]): Id | undefined {
  const mostScrolled = document.documentElement.scrollHeight - innerHeight
  const line = mostScrolled > 0 ? (scrollY / mostScrolled) * innerHeight : 0
  return ids.findLast((id) => topOf(id) <= line) ?? ids[0]
}

function topOf(id: string) {
  return document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY
}
