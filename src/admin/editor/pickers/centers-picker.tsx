import { useId, useMemo, useState } from 'react'
import type { Choices } from '../../../contract/admin/choices.ts'
import { projectPlace } from '../../../domain/map/world-projection.ts'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { WorldGround } from '../../../ui/world/world-ground.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { TextAreaField } from '../../parts/text-fields.tsx'
import { useEditing } from '../editor-context.ts'
import { SetError } from '../fields/set-error.tsx'
import { CentersByRegion } from './centers-by-region.tsx'
import { mapFrame } from './map-frame.ts'
import { type Matched, matchNames } from './match-names.ts'
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

function CentersByPaste({
  regions,
  onAdd,
}: {
  regions: readonly Region[]
  onAdd: (tids: readonly number[]) => void
}) {
  const [text, setText] = useState('')
  const [said, setSaid] = useState('')
  const [unknown, setUnknown] = useState<Matched['unknown']>([])
  const centers = regions.flatMap(({ data_centers }) => data_centers)

  function choose() {
    const matched = matchNames(text, centers)
    onAdd(matched.tids)
    setUnknown(matched.unknown)
    setText(matched.unknown.map(({ word }) => word).join('\n'))
    setSaid(
      matched.tids.length === 1 ? '1 data center chosen.' : `${matched.tids.length} data centers chosen.`,
    )
  }
  function take(word: string, tid: number) {
    const rest = unknown.filter((one) => one.word !== word)
    onAdd([tid])
    setUnknown(rest)
    setText(rest.map((one) => one.word).join('\n'))
  }
  return (
    <div className={styles.pasted}>
      <TextAreaField
        label="Names, one per line or separated by commas"
        rows={4}
        maxLength={20_000}
        value={text}
        onChange={setText}
      />
      <div className={styles.row}>
        <button type="button" className="button" onClick={choose}>
          Choose these
        </button>
        <p role="status" className={styles.none}>
          {said}
        </p>
      </div>
      {unknown.length > 0 && (
        <div className={styles.unknown}>
          <p>
            {unknown.length === 1 ? 'One name was not found:' : `${unknown.length} names were not found:`}
          </p>
          <ul>
            {unknown.map(({ word, near }) => (
              <li key={word}>
                <strong>{word}</strong>
                {near.length === 0 ? '. There is no such name.' : '. Did you mean '}
                {near.map(({ tid, name }, at) => (
                  <span key={tid}>
                    {at > 0 && ', '}
                    <button type="button" className="linkLike" onClick={() => take(word, tid)}>
                      {name}
                    </button>
                  </span>
                ))}
                {near.length > 0 && '?'}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}

/** Size of a point and its click area, as a share of the map's width. */
const POINT_SHARE = 0.006
const REACH_SHARE = 0.014

/** The list by region offers the same choices for keyboards and screen readers. */
function CentersByMap({
  regions,
  has,
  onSet,
}: {
  regions: readonly Region[]
  has: (tid: number) => boolean
  onSet: (tids: readonly number[], isPicked: boolean) => void
}) {
  const [shown, setShown] = useState(0)
  const region = regions.find(({ tid }) => tid === shown)
  const frame = useMemo(() => mapFrame(region?.data_centers ?? []), [region])
  const inSight = region === undefined ? regions : [region]
  const centers = inSight.flatMap(({ data_centers }) => data_centers)
  return (
    <div className={styles.pasted}>
      <div className={styles.row}>
        <SelectField
          name="part"
          label="Part of the map"
          value={shown}
          onPick={(picked) => setShown(Number(picked))}
        >
          <option value={0}>The whole world</option>
          {regions.map(({ tid, title }) => (
            <option key={tid} value={tid}>
              {title}
            </option>
          ))}
        </SelectField>
        <button
          type="button"
          className="button"
          onClick={() =>
            onSet(
              centers.map(({ tid }) => tid),
              !centers.every(({ tid }) => has(tid)),
            )
          }
        >
          {centers.every(({ tid }) => has(tid)) ? 'Remove all of these' : 'Choose all of these'}
        </button>
      </div>
      <svg
        className={styles.map}
        viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
        aria-hidden="true"
        focusable="false"
      >
        <WorldGround isClose={region !== undefined} />
        {centers.map((center) => {
          const { x, y } = projectPlace(center)
          return (
            <g key={center.tid}>
              <title>{center.name}</title>
              {/* biome-ignore lint/a11y/noStaticElementInteractions: hidden from all but the pointer. */}
              <circle
                className={styles.reach}
                cx={x}
                cy={y}
                r={frame.width * REACH_SHARE}
                data-center={center.tid}
                onClick={() => onSet([center.tid], !has(center.tid))}
              />
              <circle
                className={styles.point}
                cx={x}
                cy={y}
                r={frame.width * POINT_SHARE}
                data-picked={has(center.tid) ? '' : undefined}
              />
            </g>
          )
        })}
      </svg>
      <p className={styles.none}>Click a point to choose it. With the keyboard, choose by region.</p>
    </div>
  )
}
