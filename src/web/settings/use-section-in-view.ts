import { useEffect, useState } from 'react'
import { idOfHash } from '../../domain/id-of-hash.ts'

/** Which of the sections is being read: where a jump has led to, or else what stands at the reader's line. */
export function useSectionInView<Id extends string>(ids: readonly Id[]): Id | undefined {
  const [inView, setInView] = useState<Id>()
  useEffect(() => {
    let jump: { to: Id | undefined; y: number } = { to: undefined, y: 0 }
    const look = () => setInView((jump.y === scrollY ? jump.to : undefined) ?? sectionAtLine(ids))
    const onJump = () => {
      jump = { to: ids.find((id) => id === idOfHash(location.hash)), y: scrollY }
      look()
    }
    // On arrival the page itself leads there, once all of it stands.
    const arrival = requestAnimationFrame(onJump)
    addEventListener('hashchange', onJump)
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    return () => {
      cancelAnimationFrame(arrival)
      removeEventListener('hashchange', onJump)
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
    }
  }, [ids])
  return inView
}

/** The line goes down with the page, from the top of the screen to its foot: so the last section is reached as well. */
function sectionAtLine<Id extends string>(ids: readonly Id[]): Id | undefined {
  const mostScrolled = document.documentElement.scrollHeight - innerHeight
  const line = mostScrolled > 0 ? (scrollY / mostScrolled) * innerHeight : 0
  return ids.findLast((id) => topOf(id) <= line) ?? ids[0]
}

function topOf(id: string) {
  return document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY
}
