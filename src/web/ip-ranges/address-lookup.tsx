import { useEffect, useId, useRef } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { addressAsked, LONGEST_ADDRESS } from '../../domain/ip-ranges/ip-ranges-query.ts'
import { menuPath, pagesOfMenu, visibleMenu } from '../../domain/menu.ts'
import type { Loaded } from '../../ui/account/loaded.ts'
import { shortened } from '../../ui/parts/words.ts'
import { CenterStatus } from '../map/center-status.tsx'
import { rowId } from '../map/map-center.ts'
import { OpenRecords } from '../map/open-records.tsx'
import type { PageContext } from '../page.ts'
import styles from './address-lookup.module.css'
import type { LookedCenter, LookedUp } from './placed-center.ts'
import { PrefixLine } from './prefix-line.tsx'

export function AddressLookup({
  asked,
  looked,
  context,
}: {
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
    // Update the field only if the address changed other than by this form, so newer input stays.
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
        <label htmlFor={fieldId}>Look up an IP address</label>
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
          An address or prefix from your logs, IPv4 or IPv6.
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
            onClick={() => field.current?.focus()}
          >
            Clear
          </Link>
        )}
      </div>
    </search>
  )
}

const CLOUDS_NAMED = 3

function LookedUpCenter({ center, context }: { center: LookedCenter; context: PageContext }) {
  const { global, cloud } = context
  const clouds = global.clouds.filter(({ machine_name }) => center.clouds.includes(machine_name))
  const home = clouds.find(({ machine_name }) => machine_name === cloud.machine_name) ?? clouds[0]
  const map = home === undefined || !center.is_active ? undefined : mapOf(home, context)
  return (
    <li className={styles.center}>
      <div className={styles.name}>
        <h2>{center.name}</h2>
        <p>{center.place}</p>
      </div>
      <ul className={styles.ranges}>
        {center.ranges.map((range) => (
          <li key={range.prefix}>
            <PrefixLine {...range} />
          </li>
        ))}
      </ul>
      <div className={styles.state}>
        {center.is_active ? <CenterStatus state={center.state} /> : <span>Closed</span>}
        <OpenRecords
          open={center.open}
          context={home === undefined ? context : { ...context, cloud: home }}
        />
        {map !== undefined && (
          <Link to={`${map}#${rowId(center)}`}>
            On the map<span className="hidden">: {center.name}</span>
          </Link>
        )}
      </div>
      <p className={styles.clouds}>
        {clouds.length === 0
          ? 'Currently serves no cloud'
          : `Serves ${shortened(
              clouds.map(({ domain }) => domain),
              CLOUDS_NAMED,
            )}`}
      </p>
    </li>
  )
}

function mapOf(cloud: PageContext['cloud'], { global }: PageContext): string | undefined {
  const item = pagesOfMenu(visibleMenu(global.menu.main_menu, cloud)).find(
    ({ component }) => component === 'datacenter',
  )
  return item && menuPath(item, cloud)
}
