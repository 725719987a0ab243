import { useId } from 'react'
import type { Cloud } from '../../domain/cloud.ts'
import { hasPremiumCenters } from '../../domain/timeline-query.ts'
import { CenterChoices } from './center-choices.tsx'
import { ChoiceList, ChoiceStar } from './choice-list.tsx'
import { allName, type Choice, type CloudChoices, type ServicesChoice } from './choices.ts'
import styles from './cloud-panel.module.css'
import { cloudKeeper, useKept } from './own-choices.ts'
import { PanelHead } from './panel-head.tsx'
import { PanelPlaceholder } from './panel-placeholder.tsx'
import { PartHead } from './part-head.tsx'
import { useLoaded } from './use-loaded.ts'
import { type Subscribing, useSubscribing } from './use-subscribing.tsx'

/** U-02 */
export function CloudPanel({ cloud }: { cloud: Cloud }) {
  const keeper = cloudKeeper(cloud.machine_name)
  const { choices } = useKept(keeper)
  const subscribe = useSubscribing(keeper)
  const problem = useLoaded(keeper)
  return (
    <>
      <PanelHead title={cloud.domain} isReady={choices !== undefined} onSubscribe={subscribe} />
      {choices === undefined ? (
        <PanelPlaceholder problem={problem} onRetry={() => void keeper.load()} />
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
