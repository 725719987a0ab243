import { useState } from 'react'
import type { CentersType } from '../../domain/timeline-query.ts'
import styles from './center-choices.module.css'
import type { CentersChoice, CloudChoices } from './choices.ts'
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

/** U-02: the data centers of a cloud by region. */
export function CenterChoices({
  centers,
  hasTypes,
  onSubscribe,
}: {
  centers: CloudChoices['centers']
  /** S-06: public and premium ones. */
  hasTypes: boolean
  onSubscribe: Subscribing
}) {
  const [type, setType] = useState<CentersType>('public')
  if (!hasTypes) {
    return (
      <div className={styles.part}>
        <Centers title={TITLE} type="public" centers={centers.public} onSubscribe={onSubscribe} />
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
        <Centers key={type} type={type} centers={centers[type]} onSubscribe={onSubscribe} />
      </div>
    </div>
  )
}

function Centers({
  title,
  type,
  centers: { isAll, regions },
  onSubscribe,
}: {
  title?: string
  type: CentersType
  centers: CentersChoice
  onSubscribe: Subscribing
}) {
  return (
    <>
      <PartHead
        title={title}
        label={title ?? (type === 'premium' ? 'Premium data centers' : 'Public data centers')}
        scope={type === 'premium' ? 'premium_datacenters' : 'datacenter'}
        isAll={isAll}
        allWords="All of them, and those that are added later."
        onSubscribe={onSubscribe}
      />
      <FoldedChoices
        noun={['data center', 'data centers']}
        groups={regions.map((region) => ({
          title: region.title,
          choices: region.centers,
          target: { kind: 'region', tid: region.tid },
        }))}
        isGreyed={isAll}
        onSubscribe={onSubscribe}
      />
    </>
  )
}
