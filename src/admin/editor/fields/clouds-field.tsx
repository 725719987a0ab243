import { useId } from 'react'
import { useEditing } from '../editor-context.ts'
import { SetError } from './set-error.tsx'
import styles from './tick-list.module.css'

export function CloudsField() {
  const { content, change, choices, isReadOnly, idOf, errorOf } = useEditing()
  const id = useId()
  const error = errorOf('clouds')
  const { limited_to } = choices
  const isMine = (cloud: number) => limited_to === null || limited_to.includes(cloud)
  const offered = choices.clouds.filter(
    (cloud) => (!cloud.is_retired && isMine(cloud.id)) || content.clouds.includes(cloud.id),
  )
  const areAll = offered.every((cloud) => content.clouds.includes(cloud.id))

  function choose(clouds: number[]) {
    const services = new Set(
      choices.service_categories
        .filter(({ cloud_id }) => clouds.includes(cloud_id))
        .flatMap(({ services }) => services.map(({ tid }) => tid)),
    )
    const isOfNotification = content.kind === 'notification'
    change({
      clouds,
      ...(!isOfNotification && { services: content.services.filter((tid) => services.has(tid)) }),
    })
  }
  return (
    <fieldset
      id={idOf('clouds')}
      className={styles.set}
      tabIndex={-1}
      disabled={isReadOnly}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
    >
      <legend>Clouds</legend>
      <ul className={styles.ticks}>
        {offered.map((cloud) => (
          <li key={cloud.id}>
            <label className={styles.tick}>
              <input
                type="checkbox"
                checked={content.clouds.includes(cloud.id)}
                onChange={(event) =>
                  choose(
                    event.currentTarget.checked
                      ? [...content.clouds, cloud.id]
                      : content.clouds.filter((one) => one !== cloud.id),
                  )
                }
              />
              <span>{cloud.domain}</span>
            </label>
          </li>
        ))}
      </ul>
      {!isReadOnly && offered.length > 1 && (
        <button
          type="button"
          className={`linkLike ${styles.all}`}
          onClick={() => choose(areAll ? [] : offered.map((cloud) => cloud.id))}
        >
          {areAll ? 'None of them' : 'All clouds'}
        </button>
      )}
      {!isReadOnly && limited_to !== null && (
        <p className={styles.hint}>
          Your rights are limited to these clouds. A record about other clouds needs a colleague with rights
          for them.
        </p>
      )}
      <SetError id={`${id}-error`} error={error} />
    </fieldset>
  )
}
