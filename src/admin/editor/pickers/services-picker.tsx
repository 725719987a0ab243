import { useId, useState } from 'react'
import { useEditing } from '../editor-context.ts'
import { SetError } from '../fields/set-error.tsx'
import { isCalled } from './match-names.ts'
import { PickedPlaces } from './picked-places.tsx'
import styles from './pickers.module.css'
import { TickGroup } from './tick-group.tsx'
import { usePicked } from './use-picked.ts'

const FILTER_FROM = 8

export function ServicesPicker() {
  const { content, choices, isReadOnly, idOf, errorOf } = useEditing()
  const { picked, has, set } = usePicked('services')
  const [typed, setTyped] = useState('')
  const id = useId()
  const error = errorOf('services')
  const clouds = new Map(choices.clouds.map((cloud) => [cloud.id, cloud]))
  const offered = choices.service_categories
    .filter(({ cloud_id }) => content.clouds.includes(cloud_id))
    .map((category) => ({
      ...category,
      title: `${clouds.get(category.cloud_id)?.domain ?? ''} · ${category.title}`,
      services: category.services.filter(
        (service) => (!service.is_retired || has(service.tid)) && isCalled(service, typed),
      ),
    }))
    .filter(({ services }) => services.length > 0)
  const chosen = choices.service_categories
    .flatMap(({ services }) => services)
    .filter(({ tid }) => picked.includes(tid))
  const count = choices.service_categories
    .filter(({ cloud_id }) => content.clouds.includes(cloud_id))
    .reduce((sum, { services }) => sum + services.length, 0)
  return (
    <fieldset
      id={idOf('services')}
      className={styles.set}
      tabIndex={-1}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend>Services</legend>
      <PickedPlaces
        place="service"
        label="Services, chosen"
        things={chosen}
        none={isReadOnly ? 'None.' : 'None chosen: it affects the whole cloud.'}
        onRemove={(tid) => set([tid], false)}
      />
      <SetError id={`${id}-error`} error={error} />
      {!isReadOnly && content.clouds.length === 0 && <p className={styles.none}>Choose a cloud first.</p>}
      {!isReadOnly && count > 0 && (
        <>
          {count >= FILTER_FROM && (
            <input
              type="search"
              className={styles.filter}
              aria-label="Filter services"
              placeholder="Filter services"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              onKeyDown={(event) => {
                const first = offered[0]?.services[0]
                if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || typed === '') return
                event.preventDefault()
                if (first !== undefined) set([first.tid], !has(first.tid))
                setTyped('')
              }}
            />
          )}
          <div className={styles.groups}>
            {offered.map(({ tid, title, services }) => (
              <TickGroup
                key={tid}
                title={title}
                things={services}
                isOpen={typed !== '' || offered.length <= 2}
                has={has}
                onSet={set}
              />
            ))}
            {offered.length === 0 && <p className={styles.none}>No service has this name.</p>}
          </div>
        </>
      )}
    </fieldset>
  )
}
