import { useEffect, useId, useRef } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { addressAsked, LONGEST_ADDRESS } from '../../domain/ip-ranges/ip-ranges-query.ts'
import type { Loaded } from '../../ui/account/loaded.ts'
import type { PageContext } from '../page.ts'
import styles from './address-lookup.module.css'
import { LookedUpCenter } from './looked-up-center.tsx'
import type { LookedUp } from './placed-center.ts'

/** Whose an address is. A form with an answer in its page, so that it needs no scripts and can be sent on. */
export function AddressLookup({
  asked,
  looked,
  context,
}: {
  /** As it was typed; empty: nothing was. */
  asked: string
  looked: Loaded<LookedUp> | undefined
  context: PageContext
}) {
  const fieldId = useId()
  const hintId = useId()
  const { location } = useNavigation()
  const isAsking = location?.pathname === context.path && location.search !== ''
  const field = useRef<HTMLInputElement>(null)
  const sent = useRef<string | undefined>(asked)
  useEffect(() => {
    // What the reader has sent stands there, or something newer; what a link asks for is still to be put there.
    if (field.current !== null && sent.current !== asked) field.current.value = asked
    sent.current = undefined
  }, [asked])
  const wrong = looked?.kind === 'failed' ? looked.message : undefined
  return (
    <search className={styles.lookup}>
      <Form
        method="get"
        action={context.path}
        replace
        preventScrollReset
        className={styles.form}
        onSubmit={() => {
          sent.current = addressAsked(new URLSearchParams({ address: field.current?.value ?? '' }))
        }}
      >
        <label htmlFor={fieldId}>Whose address is it?</label>
        <div className={styles.line}>
          <input
            ref={field}
            id={fieldId}
            type="search"
            name="address"
            required
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={LONGEST_ADDRESS}
            placeholder="192.0.2.7"
            defaultValue={asked}
            aria-describedby={hintId}
            aria-invalid={wrong === undefined ? undefined : true}
          />
          <button type="submit" className="button primary">
            Look up
          </button>
        </div>
        <p id={hintId} className={styles.hint}>
          An address or a prefix, IPv4 or IPv6, as it stands in your log.
        </p>
      </Form>
      <div className={styles.answer} aria-busy={isAsking} data-empty={looked === undefined ? '' : undefined}>
        <div role="status">
          {wrong !== undefined && <p className={styles.wrong}>{wrong}</p>}
          {looked?.kind === 'loaded' && (
            <>
              <p className={styles.found}>{looked.value.message}</p>
              {looked.value.remark !== null && <p className={styles.hint}>{looked.value.remark}</p>}
            </>
          )}
        </div>
        {looked?.kind === 'loaded' && looked.value.centers.length > 0 && (
          <ul className={styles.centers} aria-label={`Data centers of ${looked.value.asked}`}>
            {looked.value.centers.map((center) => (
              <LookedUpCenter key={center.tid} center={center} context={context} />
            ))}
          </ul>
        )}
        {looked !== undefined && (
          <Link
            to={context.path}
            replace
            preventScrollReset
            className={styles.clear}
            // It goes with the answer, and the focus must not.
            onClick={() => field.current?.focus()}
          >
            Clear
          </Link>
        )}
      </div>
    </search>
  )
}
