import worldUrl from './world.svg?url'
import worldCloseUrl from './world-close.svg?url'
import styles from './world-ground.module.css'

/**
 * Land and borders, for a drawing in units of the world (`domain/map/world-projection.ts`). A file of its own, and not
 * markup of the page: it is kept once for all maps, and shows without scripts. Closer, the finer one is fetched.
 */
export function WorldGround({ isClose = false }: { isClose?: boolean }) {
  const url = isClose ? worldCloseUrl : worldUrl
  return (
    <g>
      <use href={`${url}#land`} className={styles.land} />
      <use href={`${url}#borders`} className={styles.borders} />
    </g>
  )
}
