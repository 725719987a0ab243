import { useState } from 'react'
import type { CentersType } from '../../domain/timeline-query.ts'
import { counted } from '../../ui/parts/words.ts'
import styles from './center-choices.module.css'
import { allName, type CloudChoices, type RegionChoice } from './choices.ts'
import { FoldedChoices } from './folded-choices.tsx'
import { PartHead } from './part-head.tsx'
import { TabList, tabPanel } from './tab-list.tsx'
import type { Subscribing } from './use-subscribing.tsx'

const TABS = 'centers'
const TYPES: readonly { id: CentersType; name: string }[] = [
  { id: 'public', name: 'Public Data Center' },
  { id: 'premium', name: 'Premium Data Center' },
]
const TITLE = 'Data Centers'

/** U-02: by region. */
export function CenterChoices({
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
      <div className={styles.part}>
        <Centers title={TITLE} type="public" centers={centers} onSubscribe={onSubscribe} />
      </div>
    )
  }
  return (
    <div className={styles.part}>
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
  /** Only set if there is a single type. */
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
