import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { isPostOpenedHere } from './post-opened-here.ts'

/** Makes the server's open dialog a modal one. Closing it, in whatever way, goes to the address without the post. */
export function usePostModal(
  dialog: RefObject<HTMLDialogElement | null>,
  { post, closeTo }: { post: number | undefined; closeTo: string },
) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const leave = useEffectEvent(() => {
    if (isPostOpenedHere(state)) navigate(-1)
    else navigate(closeTo, { replace: true, preventScrollReset: true })
  })

  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null) return
    const onClose = () => leave()
    focusMarkOf(post)
    // Without an event: a dialog that closes itself would be followed out of here.
    element.removeAttribute('open')
    element.showModal()
    // Not its first link: a reader begins at the top of the text.
    element.focus()
    element.addEventListener('close', onClose)
    return () => {
      element.removeEventListener('close', onClose)
      element.close()
    }
  }, [dialog, post])
}

/** A dialog gives focus back to what had it before. At an address opened fresh nothing had; the mark is where it belongs. */
function focusMarkOf(post: number | undefined) {
  const mark = document.querySelector<SVGAElement>(`[data-mark="${post}"]`)
  if (document.activeElement === document.body) mark?.focus({ preventScroll: true })
}
