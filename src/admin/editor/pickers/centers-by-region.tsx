import { useState } from 'react'
import type { Region } from './centers-picker.tsx'
import { isCalled } from './match-names.ts'
import styles from './pickers.module.css'
import { TickGroup } from './tick-group.tsx'

export function CentersByRegion({
  regions,
  has,
  onSet,
}: {
  regions: readonly Region[]
  has: (tid: number) => boolean
  onSet: (tids: readonly number[], isPicked: boolean) => void
}) {
  const [typed, setTyped] = useState('')
  const found = regions
    .map((region) => ({
      ...region,
      data_centers: region.data_centers.filter(
        (center) => isCalled(center, typed) || isCalled({ name: region.title }, typed),
      ),
    }))
    .filter(({ data_centers }) => data_centers.length > 0)
  return (
    <div className={styles.pasted}>
      <input
        type="search"
        className={styles.filter}
        aria-label="Filter data centers"
        placeholder="Filter by name, town or region"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || typed === '') return
          event.preventDefault()
          const first = found[0]?.data_centers[0]
          if (first !== undefined) onSet([first.tid], !has(first.tid))
          setTyped('')
        }}
      />
      <div className={styles.groups}>
        {found.map(({ tid, title, data_centers }) => (
          <TickGroup
            key={tid}
            title={title}
            things={data_centers.map((center) => ({
              tid: center.tid,
              name: center.name,
              note: center.is_premium ? 'Premium' : undefined,
            }))}
            isOpen={typed !== ''}
            has={has}
            onSet={onSet}
          />
        ))}
        {found.length === 0 && <p className={styles.none}>No data center has this name.</p>}
      </div>
    </div>
  )
}
