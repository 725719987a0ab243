import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type SubmitEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { readableSession } from '../../domain/account/session-cookies.ts'
import { useSession } from '../../ui/account/session.ts'
import { FormAlert } from '../../ui/forms/form-alert.tsx'
import type { Refusal } from '../../ui/forms/posted.ts'
import { listInWords } from '../../ui/parts/words.ts'
import { FormButtons } from './form-buttons.tsx'
import styles from './modal.module.css'
import { Modal } from './modal.tsx'
import type { ApprovalAsked } from './use-approval.tsx'

/**
 * For uploads inside the dialog: sending waits until the returned function is called. Called with the files that could
 * not be attached, it keeps what waits from being sent.
 */
export const HoldSending = createContext<() => (failed: readonly string[]) => void>(() => () => {})

/** What was asked for before it could be sent. */
type Held = { kind: 'waiting'; security: string | undefined } | { kind: 'dropped'; problem: Refusal }

export function FormDialog({
  title,
  lead,
  width = 'normal',
  above,
  problem,
  isBusy = false,
  isReady = true,
  sentBy = 'Enter',
  hasFocusOnSend = false,
  send,
  busySend = send,
  look = 'primary',
  back = 'Cancel',
  note,
  moreButtons,
  approval,
  onSend,
  onClose,
  children,
}: {
  title: string
  lead?: ReactNode
  width?: 'normal' | 'wide'
  above?: ReactNode
  /** Gets the focus whenever it is another object: pass the one from the state, not a copy. */
  problem: Refusal | undefined
  isBusy?: boolean
  /**
   * False while fields are still missing. Sending waits for them: they bring defaults, and they move the button, so that
   * a click would miss it.
   */
  isReady?: boolean
  /** Ctrl+Enter where Enter has another meaning, such as a new line. */
  sentBy?: 'Enter' | 'Ctrl+Enter'
  hasFocusOnSend?: boolean
  send: string
  busySend?: string
  look?: 'primary' | 'danger'
  back?: string
  note?: ReactNode
  moreButtons?: ReactNode
  approval?: ApprovalAsked
  onSend: () => unknown
  onClose: () => void
  children: ReactNode
}) {
  const alert = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [held, setHeld] = useState<Held>()
  const [uploads, setUploads] = useState(0)
  const isSendable = isReady && uploads === 0
  const shown = held?.kind === 'dropped' ? held.problem : problem
  useEffect(() => {
    if (shown !== undefined) alert.current?.focus()
  }, [shown])
  useEffect(() => {
    if (hasFocusOnSend) button.current?.focus()
  }, [hasFocusOnSend])
  const holdSending = useCallback(() => {
    setUploads((before) => before + 1)
    return (failed: readonly string[]) => {
      setUploads((before) => before - 1)
      if (failed.length > 0)
        setHeld(dropped(`${listInWords(failed)} could not be attached, so nothing was sent.`))
    }
  }, [])
  const isSending = useRef(false)
  const isWaiting = held?.kind === 'waiting'
  const session = useSession()
  const security = session.kind === 'signed-in' ? session.security : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once it can be sent, or by someone else.
  useEffect(() => {
    if (held?.kind !== 'waiting') return
    // Cookies change without an event: what one person asked for must not be sent by the next.
    const isOtherSession = [security, readableSession(document.cookie)?.security].some(
      (now) => now !== held.security,
    )
    if (isOtherSession) return setHeld(dropped(OTHER_SESSION))
    if (isSendable) void sendOnce()
  }, [isSendable, security])
  async function sendOnce() {
    setHeld(isSendable ? undefined : { kind: 'waiting', security })
    if (!isSendable || isBusy || isSending.current) return
    isSending.current = true
    try {
      await onSend()
    } finally {
      isSending.current = false
    }
  }
  /** What waits to be sent is what stood there when it was asked for. */
  const holdBack = () => setHeld((before) => (before?.kind === 'waiting' ? undefined : before))
  // The text editor pastes and drops without an input event.
  const changes = {
    onInput: holdBack,
    onClickCapture: holdBack,
    onPasteCapture: holdBack,
    onCutCapture: holdBack,
    onDropCapture: holdBack,
  }
  const isSent = isBusy || isWaiting
  const isAsking = approval?.isAsking ?? false
  const isByEnter = sentBy === 'Enter'
  const inside = (
    <>
      {above}
      <FormAlert ref={alert} problem={shown} isPast={isBusy} />
      <HoldSending value={holdSending}>{children}</HoldSending>
      {approval?.field}
      <FormButtons note={isWaiting && uploads > 0 ? 'Waiting for the upload.' : note}>
        <button
          ref={button}
          type={isByEnter ? 'submit' : 'button'}
          className={`button ${look}`}
          aria-disabled={isBusy || !isSendable || undefined}
          onClick={isByEnter ? undefined : () => void sendOnce()}
        >
          {isAsking ? (isSent ? 'Asking…' : 'Ask for approval') : isSent ? busySend : send}
        </button>
        <button type="button" className="button" onClick={onClose}>
          {back}
        </button>
        {moreButtons}
      </FormButtons>
    </>
  )
  return (
    <Modal title={title} lead={lead} width={width} onClose={onClose}>
      {isByEnter ? (
        <form
          className={styles.form}
          noValidate
          aria-busy={isBusy}
          onSubmit={submitting(sendOnce)}
          {...changes}
        >
          {inside}
        </form>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: Ctrl+Enter sends from anywhere inside.
        <div
          className={styles.form}
          aria-busy={isBusy}
          onKeyDown={onCtrlEnter({ send: sendOnce, orElse: holdBack })}
          {...changes}
        >
          {inside}
        </div>
      )}
    </Modal>
  )
}

const OTHER_SESSION = 'Your session changed, so nothing was sent. Please send it again.'

function dropped(message: string) {
  return (before: Held | undefined): Held | undefined =>
    before?.kind === 'waiting' ? { kind: 'dropped', problem: { message, errors: {} } } : before
}

function submitting(send: () => unknown) {
  return (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send()
  }
}

const KEYS_OF_TEXT: ReadonlySet<string> = new Set(['Enter', 'Backspace', 'Delete'])

/** Keys may change the text without an input event, such as Enter in the editor. */
function onCtrlEnter({ send, orElse }: { send: () => unknown; orElse: () => void }) {
  return (event: KeyboardEvent) => {
    // In a dialog above, such as that of an image, they are meant for that dialog.
    if ((event.target as Element).closest('dialog') !== event.currentTarget.closest('dialog')) return
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) {
      const mayChangeText = event.key.length === 1 || KEYS_OF_TEXT.has(event.key)
      return mayChangeText ? orElse() : undefined
    }
    event.preventDefault()
    event.stopPropagation()
    void send()
  }
}
