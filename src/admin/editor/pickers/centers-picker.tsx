import { useId, useState } from 'react'
import type { Choices } from '../../../contract/admin/choices.ts'
import { Tabs } from '../../parts/tabs.tsx'
import { useEditing } from '../editor-context.ts'
import { SetError } from '../fields/set-error.tsx'
import { CentersByMap } from './centers-by-map.tsx'
import { CentersByPaste } from './centers-by-paste.tsx'
import { CentersByRegion } from './centers-by-region.tsx'
import { PickedPlaces } from './picked-places.tsx'
import styles from './pickers.module.css'
import { usePicked } from './use-picked.ts'

export type Region = Choices['regions'][number]
export type Center = Region['data_centers'][number]

const WAYS = [
  { name: 'region', title: 'By region' },
  { name: 'map', title: 'On the map' },
  { name: 'paste', title: 'Paste a list' },
] as const
type Way = (typeof WAYS)[number]['name']

export function CentersPicker() {
  const { content, choices, isReadOnly, idOf, errorOf } = useEditing()
  const { picked, has, set } = usePicked('data_centers')
  const [way, setWay] = useState<Way>('region')
  const id = useId()
  const error = errorOf('data_centers')
  const isOffered = ({ tid, is_retired, clouds }: Center) =>
    has(tid) || (!is_retired && clouds.some((cloud) => content.clouds.includes(cloud)))
  const regions = choices.regions
    .map((region) => ({ ...region, data_centers: region.data_centers.filter(isOffered) }))
    .filter(({ data_centers }) => data_centers.length > 0)
  const chosen = choices.regions
    .flatMap(({ data_centers }) => data_centers)
    .filter(({ tid }) => picked.includes(tid))
  return (
    <fieldset
      id={idOf('data_centers')}
      className={styles.set}
      tabIndex={-1}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend>Data centers</legend>
      <PickedPlaces
        place="data-center"
        label="Data centers, chosen"
        things={chosen}
        none={isReadOnly ? 'None.' : 'None chosen.'}
        onRemove={(tid) => set([tid], false)}
      />
      <SetError id={`${id}-error`} error={error} />
      {!isReadOnly && regions.length === 0 && (
        <p className={styles.none}>
          {content.clouds.length === 0 ? 'Choose a cloud first.' : 'The chosen clouds have no data centers.'}
        </p>
      )}
      {!isReadOnly && regions.length > 0 && (
        <Tabs label="How to choose data centers" tabs={WAYS} current={way} onPick={setWay}>
          {way === 'region' && <CentersByRegion regions={regions} has={has} onSet={set} />}
          {way === 'map' && <CentersByMap regions={regions} has={has} onSet={set} />}
          {way === 'paste' && <CentersByPaste regions={regions} onAdd={(tids) => set(tids, true)} />}
        </Tabs>
      )}
    </fieldset>
  )
}
