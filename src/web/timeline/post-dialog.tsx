import {
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { RecordInPlace, Withdrawal } from '../../contract/records.ts'
import { MODAL_ZONE_REFRESH_MS } from '../../domain/constants.ts'
import { NO_RECORD_FOUND, POST_NOT_ON_THIS_CLOUD } from '../../domain/texts.ts'
import { timelineQuery } from '../../domain/timeline-query.ts'
import type { Loaded } from '../../ui/account/loaded.ts'
import { refreshTimeZone } from '../../ui/times/time-zone.ts'
import { ToastsInDialog } from '../../ui/toast/toasts.tsx'
import { FollowRecord } from '../follow/follow-record.tsx'
import type { PageContext } from '../page.ts'
import { EmptyText } from '../parts/empty-text.tsx'
import { FailedPart } from '../parts/failed-part.tsx'
import { affectedPlaces } from '../record/affected-places.ts'
import { InternalBlock } from '../record/internal-block.tsx'
import { listOfRecord } from '../record/list-of-record.ts'
import { RecordDetails } from '../record/record-details.tsx'
import { RecordHead } from '../record/record-head.tsx'
import { RecordHistory } from '../record/record-history.tsx'
import { RecordText } from '../record/record-text.tsx'
import { TimesChanged } from '../record/times-changed.tsx'
import { RedactionNote, WithdrawalNote } from '../record/withdrawal-note.tsx'
import styles from './post-dialog.module.css'
import { isPostOpenedHere } from './post-opened-here.ts'

/** S-04, S-11: a post above the timeline, at its own address. Also open without scripts. */
export function PostDialog({
  loaded,
  withdrawn,
  redacted,
  closeTo,
  context,
}: {
  loaded: Loaded<RecordInPlace | null>
  withdrawn?: Withdrawal | undefined
  redacted?: Withdrawal | undefined
  closeTo: string
  context: PageContext
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isPressedBeside = useRef(false)
  const { post } = timelineQuery(context.query)
  const isMissing = loaded.kind === 'loaded' && loaded.value === null
  const close = () => dialog.current?.close()
  usePostModal(dialog, { post, closeTo })
  useZoneRefresh()

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: for clicks beside the dialog; the keyboard uses Escape.
    <dialog
      ref={dialog}
      open
      tabIndex={-1}
      className={styles.dialog}
      aria-label={dialogLabel(loaded)}
      // Selecting text beyond the edge starts inside and must not close it.
      onPointerDown={(event) => {
        isPressedBeside.current = isBeside(event)
      }}
      onClick={(event) => {
        if (isPressedBeside.current && isBeside(event)) close()
      }}
    >
      <div className={styles.bar}>
        {/* A missing post has no page, and its number must not change the document. */}
        {!isMissing && (
          <Link to={pageOf(post, context)} className={styles.page}>
            Open as a page
          </Link>
        )}
        <CloseButton closeTo={closeTo} onClose={close} />
      </div>
      <div className={styles.content}>
        {withdrawn !== undefined && <WithdrawalNote withdrawn={withdrawn} />}
        {redacted !== undefined && <RedactionNote redacted={redacted} />}
        {withdrawn === undefined && redacted === undefined && <Content loaded={loaded} context={context} />}
      </div>
      <ToastsInDialog />
    </dialog>
  )
}

function CloseButton({ closeTo, onClose }: { closeTo: string; onClose: () => void }) {
  const [path, query] = closeTo.split('?')
  return (
    <form
      method="get"
      action={path}
      onSubmit={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      {[...new URLSearchParams(query)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={`button ${styles.close}`}>
        Close
      </button>
    </form>
  )
}

function Content({ loaded, context }: { loaded: Loaded<RecordInPlace | null>; context: PageContext }) {
  if (loaded.kind === 'failed') {
    return <FailedPart what="The post" path={context.path} query={context.query} />
  }
  const record = loaded.value
  const { global, cloud } = context
  if (record === null) return <EmptyText>{NO_RECORD_FOUND}</EmptyText>
  if (record.clouds.length === 0) return <EmptyText>{POST_NOT_ON_THIS_CLOUD}</EmptyText>
  const list = listOfRecord(record, context)
  return (
    <article className={styles.record}>
      <RecordHead record={record} level={2} places={affectedPlaces(record, { global, cloud, list })} />
      <TimesChanged record={record} path={pageOf(record.id, context)} isTrustDR={global.isTrustDR} />
      <FollowRecord record={record} context={context} side="start" />
      <div className={styles.columns}>
        <div className={styles.story}>
          <InternalBlock fields={record} level={3} />
          <RecordText record={record} level={3} />
          <RecordHistory record={record} path={pageOf(record.id, context)} level={3} />
        </div>
        <RecordDetails record={record} clouds={global.clouds} here={cloud} />
      </div>
    </article>
  )
}

function pageOf(id: number | undefined, { cloud }: PageContext) {
  return `/${cloud.domain}/posts/${id}`
}

function dialogLabel(loaded: Loaded<RecordInPlace | null>) {
  return loaded.kind === 'loaded' && loaded.value !== null ? loaded.value.title : 'Full Post'
}

/** The backdrop counts as the dialog itself; only the position of a press distinguishes them. */
function isBeside({ target, currentTarget, clientX: x, clientY: y }: MouseEvent | PointerEvent) {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return target === currentTarget && (x < left || x > right || y < top || y > bottom)
}

/** S-11: the zone may only become known after the dialog has opened. */
function useZoneRefresh() {
  useEffect(() => {
    const timer = setTimeout(refreshTimeZone, MODAL_ZONE_REFRESH_MS)
    return () => clearTimeout(timer)
  }, [])
}

/** Makes the server's open dialog modal. Closing it in any way navigates to the address without the post. */
function usePostModal(
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
    // Not `close()`, whose event would navigate away.
    element.removeAttribute('open')
    element.showModal()
    // Not the first link: reading starts at the top of the text.
    element.focus()
    element.addEventListener('close', onClose)
    return () => {
      element.removeEventListener('close', onClose)
      element.close()
    }
  }, [dialog, post])
}

/** A dialog returns focus to what had it before. On a fresh page that is nothing, so focus the mark first. */
function focusMarkOf(post: number | undefined) {
  const mark = document.querySelector<SVGAElement>(`[data-mark="${post}"]`)
  if (document.activeElement === document.body) mark?.focus({ preventScroll: true })
}
