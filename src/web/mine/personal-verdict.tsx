import { Fragment, type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { type ChosenPlaces, chosenAmong } from '../../domain/chosen-places.ts'
import { FOLLOW_PATH, followAddress } from '../../domain/follow-choice.ts'
import { type PublicReach, reachIn, troublesIn } from '../../domain/open-troubles.ts'
import { concernsChosen, type PersonalSentence, personalVerdict } from '../../domain/personal-verdict.ts'
import type { CloudPlaces } from '../../domain/verdict.ts'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import { toneOfState } from '../../ui/parts/tone.ts'
import { Moment } from '../../ui/times/moment.tsx'
import type { PageContext } from '../page.ts'
import { ShareLink } from '../parts/share-link.tsx'
import type { VerdictData } from '../parts/verdict.tsx'
import { forgetReservedSpace, isStoredOnDevice, noteSpace } from './device-places.ts'
import { MineSwitch, type MineView, StarThese } from './only-mine.tsx'
import { type OwnPlaces, useOwnPlaces } from './own-places.ts'
import styles from './personal-verdict.module.css'

/**
 * The server's HTML has it only if the address names the places; otherwise the browser adds it, from data
 * that the page already has.
 */
export function PersonalVerdictBlock({
  data,
  context,
  view,
}: {
  data: VerdictData
  context: PageContext
  view: MineView
}) {
  const own = useOwnPlaces(context, view.mine)
  const block = useRef<HTMLElement>(null)
  // An address with places in it has its sentences in the server's HTML.
  useNotedSpace(block, own.kind === 'some' && own.from !== 'address')
  if (own.kind === 'waiting') return <div className={styles.personal} data-waiting="" />
  if (own.kind === 'none') return own.isSignedIn ? <NothingHere context={context} /> : null
  const places = placesOnCloud(data, context)
  const said = personalVerdict(places, troublesIn(data), own.places)
  if (said === undefined) {
    return (
      <NothingHere context={context}>
        {own.from === 'address' && <MineSwitch own={own} view={view} />}
      </NothingHere>
    )
  }
  const here = { ...own, places: chosenAmong(own.places, places) }
  return (
    <section ref={block} className={styles.personal} aria-label="Your services">
      <h2 className={styles.sentences}>
        {said.sentences.map((sentence, index) => (
          <Fragment key={`${sentence.words} ${sentence.since?.getTime()}`}>
            {index > 0 && ' '}
            <Sentence sentence={sentence} />
          </Fragment>
        ))}
      </h2>
      <div className={styles.controls}>
        <MineSwitch own={here} view={view} />
        <ShareLink
          title={`My services on ${context.cloud.domain}`}
          path={view.addressOf(here.places, true)}
        />
        <StarThese own={own} context={context} />
        <WhereFrom own={here} context={context} />
      </div>
    </section>
  )
}

/** The block without reserved space would end where the controls end. */
function useNotedSpace(block: RefObject<HTMLElement | null>, isLate: boolean) {
  useEffect(() => {
    const controls = block.current?.lastElementChild
    if (!isLate || block.current === null || controls == null) return
    const { top } = block.current.getBoundingClientRect()
    const below = Number.parseFloat(getComputedStyle(block.current).paddingBottom) + BORDER_PX
    noteSpace(controls.getBoundingClientRect().bottom - top + below)
  })
}

const BORDER_PX = 1

function Sentence({ sentence: { state, words, since } }: { sentence: PersonalSentence }) {
  const tone = toneOfState(state)
  const [first = ''] = words.split(' ', 1)
  return (
    <span className={`${tones.tone} ${styles.sentence}`} data-tone={tone}>
      {/* The shape must not stay behind at the end of a line. */}
      <span className={styles.opening}>
        <StateShape tone={tone} />
        {first}
      </span>
      {words.slice(first.length)}
      {since !== null && (
        <>
          {' since '}
          <Moment at={since.toISOString()} precision="minute" />
        </>
      )}
      .
    </span>
  )
}

/** Stars on other clouds only, or an account without subscriptions here. */
function NothingHere({ context: { cloud }, children }: { context: PageContext; children?: ReactNode }) {
  useLayoutEffect(forgetReservedSpace, [])
  return (
    <div className={styles.personal}>
      <p className={styles.hint}>
        You don’t follow anything on {cloud.title}. Star a service or data center to see its status here
        first.
      </p>
      {children !== undefined && <div className={styles.controls}>{children}</div>}
    </div>
  )
}

function WhereFrom({ own, context }: { own: Extract<OwnPlaces, { kind: 'some' }>; context: PageContext }) {
  const choice = { kind: 'places', cloud: context.cloud.machine_name, places: own.places } as const
  switch (own.from) {
    case 'address':
      return null
    case 'account':
      return (
        <p className={styles.note}>
          From <Link to="/subscribe">your subscriptions</Link>
        </p>
      )
    case 'device':
      return (
        <p className={styles.note}>
          {isStoredOnDevice() ? 'Saved on this device' : 'Saved until you close this page'}
          {!context.global.isTrustDR && (
            <>
              {' · '}
              <Link to={followAddress(FOLLOW_PATH, choice)}>Get emails</Link>
            </>
          )}
        </p>
      )
  }
}

/** Names are only known of affected places; the verdict needs no others. */
function placesOnCloud({ service_ids, datacenter_ids }: VerdictData, { cloud }: PageContext): CloudPlaces {
  const unnamed = (tid: number) => ({ tid, name: '' })
  return {
    title: cloud.title,
    services: service_ids.map(unnamed),
    dataCenters: datacenter_ids.map(unnamed),
  }
}

export function onlyConcerning(data: VerdictData, places: ChosenPlaces): VerdictData {
  const concerns = (affected: PublicReach) => concernsChosen(reachIn(affected), places)
  return {
    ...data,
    incidents: data.incidents.filter(concerns),
    maintenance: data.maintenance.filter(concerns),
    upcoming: data.upcoming !== null && concerns(data.upcoming) ? data.upcoming : null,
  }
}
