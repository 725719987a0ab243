import worldUrl from './world.svg?url'
import worldCloseUrl from './world-close.svg?url'
import styles from './world-ground.module.css'

export function WorldGround({ isClose = false }: { isClose?: boolean }) {
  const url = isClose ? worldCloseUrl : worldUrl
  return (
    <g>
      <use href={`${url}#land`} className={styles.land} />
      <use href={`${url}#borders`} className={styles.borders} />
    </g>
  )
}
