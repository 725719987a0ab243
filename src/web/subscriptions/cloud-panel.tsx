import { useId, useState } from 'react'
import type { Cloud } from '../../domain/cloud.ts'
import type { AllScope } from '../../domain/notifying/subscribable.ts'
import { type CentersType, hasPremiumCenters } from '../../domain/timeline-query.ts'
import { NotLoaded } from '../../ui/parts/not-loaded.tsx'
import { tabPanel } from '../../ui/parts/tabs.tsx'
import { counted } from '../../ui/parts/words.ts'
import { ChoiceList, ChoiceStar } from './choice-list.tsx'
import { allName, type Choice, type CloudChoices, type RegionChoice, type ServicesChoice } from './choices.ts'
import styles from './cloud-panel.module.css'
import { FoldedChoices } from './folded-choices.tsx'
import { cloudChoiceStore, useChoiceState } from './own-choices.ts'
import { PanelHead } from './panel-head.tsx'
import { TabList } from './tab-list.tsx'
import { useLoaded } from './use-loaded.ts'
import { type Subscribing, useSubscribing } from './use-subscribing.tsx'

/** U-02 */
export function CloudPanel({ cloud }: { cloud: Cloud }) {
  const store = cloudChoiceStore(cloud.machine_name)
  const { choices } = useChoiceState(store)
  const subscribe = useSubscribing(store)
  const problem = useLoaded(store)
  return (
    <>
      <PanelHead title={cloud.domain} isReady={choices !== undefined} onSubscribe={subscribe} />
      {choices === undefined ? (
        <PanelPlaceholder problem={problem} onRetry={() => void store.load()} />
      ) : (
        <Sections cloud={cloud} choices={choices} onSubscribe={subscribe} />
      )}
    </>
  )
}

function Sections({
  cloud,
  choices: { maintenance, advisory, core, centers },
  onSubscribe,
}: {
  cloud: Cloud
  choices: CloudChoices
  onSubscribe: Subscribing
}) {
  const statusTitleId = useId()
  const hasServices = core.services.length > 0
  const hasCenters = centers.public.regions.length + centers.premium.regions.length > 0
  return (
    <>
      <SingleSection
        title="Maintenance"
        words="Planned work, and when it starts, ends or is rescheduled."
        items={maintenance}
        onSubscribe={onSubscribe}
      />
      <SingleSection
        title="Advisory"
        words="Security advisories about this cloud."
        items={advisory}
        onSubscribe={onSubscribe}
      />
      {(hasServices || hasCenters) && (
        <section className={styles.section} aria-labelledby={statusTitleId}>
          <h3 id={statusTitleId}>Cloud Status</h3>
          <p className={styles.words}>Incidents, from the first report to the resolution.</p>
          {hasServices && <Services core={core} onSubscribe={onSubscribe} />}
          {hasCenters && (
            <CenterChoices centers={centers} hasTypes={hasPremiumCenters(cloud)} onSubscribe={onSubscribe} />
          )}
        </section>
      )}
    </>
  )
}

function SingleSection({
  title,
  words,
  items,
  onSubscribe,
}: {
  title: string
  words: string
  items: readonly Choice[]
  onSubscribe: Subscribing
}) {
  const [only, ...others] = items
  if (only === undefined) return null
  const titleId = `${title.toLowerCase()}-title`
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div className={styles.single}>
        <div>
          <h3 id={titleId}>{title}</h3>
          <p className={styles.words}>{words}</p>
        </div>
        {others.length === 0 && <ChoiceStar choice={only} onSubscribe={onSubscribe} />}
      </div>
      {others.length > 0 && <ChoiceList choices={items} onSubscribe={onSubscribe} />}
    </section>
  )
}

function Services({ core, onSubscribe }: { core: ServicesChoice; onSubscribe: Subscribing }) {
  return (
    <div className={styles.part}>
      <PartHead
        title={CORE}
        label={CORE}
        scope="core_cloud_services"
        isAll={core.isAll}
        allWords="All services, including new ones."
        onSubscribe={onSubscribe}
      />
      <ChoiceList
        choices={core.services}
        partOf={core.isAll ? allName('core_cloud_services', { hasTypes: false }) : undefined}
        onSubscribe={onSubscribe}
      />
    </div>
  )
}

const CORE = 'Core Cloud Services'

const TABS = 'centers'
const TYPES: readonly { id: CentersType; name: string }[] = [
  { id: 'public', name: 'Public Data Center' },
  { id: 'premium', name: 'Premium Data Center' },
]
const TITLE = 'Data Centers'

function CenterChoices({
  centers,
  hasTypes,
  onSubscribe,
}: {
  centers: CloudChoices['centers']
  /** S-06: public and premium. */
  hasTypes: boolean
  onSubscribe: Subscribing
}) {
  const [type, setType] = useState<CentersType>('public')
  if (!hasTypes) {
    return (
      <div className={styles.centerChoicesPart}>
        <Centers title={TITLE} type="public" centers={centers} onSubscribe={onSubscribe} />
      </div>
    )
  }
  return (
    <div className={styles.centerChoicesPart}>
      <h4 className={styles.title}>{TITLE}</h4>
      <TabList
        label="Data center types"
        name={TABS}
        tabs={TYPES}
        selected={type}
        onSelect={(id) => setType(id === 'premium' ? 'premium' : 'public')}
      />
      <div {...tabPanel(TABS, type)} className={styles.panel}>
        <Centers key={type} type={type} centers={centers} onSubscribe={onSubscribe} />
      </div>
    </div>
  )
}

function Centers({
  title,
  type,
  centers,
  onSubscribe,
}: {
  title?: string
  type: CentersType
  centers: CloudChoices['centers']
  onSubscribe: Subscribing
}) {
  const { isAll, regions } = centers[type]
  const scope = type === 'premium' ? 'premium_datacenters' : 'datacenter'
  return (
    <>
      <PartHead
        title={title}
        label={title ?? (type === 'premium' ? 'Premium data centers' : 'Public data centers')}
        scope={scope}
        isAll={isAll}
        allWords="All data centers, including new ones."
        onSubscribe={onSubscribe}
      />
      <FoldedChoices
        noun={['data center', 'data centers']}
        groups={regions.map((region) => ({
          title: region.title,
          choices: region.centers,
          target: { kind: 'region', tid: region.tid },
          also: otherCenters(region, centers, type),
        }))}
        partOf={isAll ? allName(scope, { hasTypes: title === undefined }) : undefined}
        onSubscribe={onSubscribe}
      />
    </>
  )
}

/** A region's star covers both types, but only one is in view. */
function otherCenters(region: RegionChoice, centers: CloudChoices['centers'], type: CentersType) {
  const other = type === 'premium' ? 'public' : 'premium'
  const amount = centers[other].regions.find(({ tid }) => tid === region.tid)?.centers.length ?? 0
  return amount === 0 ? undefined : `also ${counted(amount, `${other} data center`)}`
}

function PartHead({
  title,
  label,
  scope,
  isAll,
  allWords,
  onSubscribe,
}: {
  title?: string | undefined
  label: string
  scope: AllScope
  isAll: boolean
  allWords: string
  onSubscribe: Subscribing
}) {
  return (
    <div className={styles.head}>
      <div>
        {title !== undefined && <h4>{title}</h4>}
        <p>{isAll ? allWords : 'Those with a filled star.'}</p>
      </div>
      <AllOrIndividual label={label} scope={scope} isAll={isAll} onSubscribe={onSubscribe} />
    </div>
  )
}

/** U-07 */
function AllOrIndividual({
  label,
  scope,
  isAll,
  onSubscribe,
}: {
  label: string
  scope: AllScope
  isAll: boolean
  onSubscribe: Subscribing
}) {
  const target = { kind: 'all', scope } as const
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms and has its own legend.
    <div role="group" aria-label={label} className={styles.choice}>
      <button
        type="button"
        aria-pressed={isAll}
        onClick={() => {
          if (!isAll) void onSubscribe({ action: 'subscribe', target })
        }}
      >
        All
      </button>
      <button
        type="button"
        aria-pressed={!isAll}
        onClick={() => {
          if (isAll) void onSubscribe({ action: 'unsubscribe', target })
        }}
      >
        Individual
      </button>
    </div>
  )
}

export function PanelPlaceholder({ problem, onRetry }: { problem: string | undefined; onRetry: () => void }) {
  if (problem !== undefined) return <NotLoaded message={problem} onRetry={onRetry} />
  return (
    <div aria-hidden="true">
      {['first', 'second', 'third'].map((row) => (
        <div key={row} className={styles.row}>
          <i className={styles.name} />
          <i className={styles.line} />
        </div>
      ))}
    </div>
  )
}
