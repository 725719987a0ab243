import { useEffect, useRef } from 'react'
import { unsubscribeAsked } from '../../domain/telling/unsubscribe-address.ts'
import type { PageContext } from '../page.ts'
import { accountPage } from '../shell/account-page.tsx'
import { LeavingForm } from '../unsubscribe/leaving-form.tsx'
import { LeftOff } from '../unsubscribe/left-off.tsx'
import { useAbout } from '../unsubscribe/use-about.ts'

/** U-10: target of the unsubscribe link in a message. Opening it changes nothing; its buttons do, signed in or not. */
export const unsubscribePage = accountPage({
  title: 'Unsubscribe',
  description: ({ global }) => `Stop messages from ${global.provider.name} with the link in one of them.`,
  // The link doesn't expire, and opening it changes nothing.
  inRecovery: 'Nothing was changed. The link in your message still works; please try again later.',
  Content: Unsubscribe,
})

function Unsubscribe({ context }: { context: PageContext }) {
  const { token, first = 'thing', done } = unsubscribeAsked(context.query)
  const about = useAbout(token)
  const page = useRef<HTMLDivElement>(null)
  const before = useRef(done)
  useEffect(() => {
    if (before.current === done) return
    before.current = done
    // The button that had the focus is gone.
    const heading = page.current?.querySelector('h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus()
  }, [done])
  return (
    <div ref={page}>
      {done === undefined ? (
        <LeavingForm key={token} context={context} token={token} about={about} first={first} />
      ) : (
        <LeftOff scope={done} about={about} />
      )}
    </div>
  )
}
