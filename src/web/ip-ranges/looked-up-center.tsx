import { Link } from 'react-router'
import { menuPath, pagesOfMenu, visibleMenu } from '../../domain/menu.ts'
import { shortened } from '../../ui/parts/words.ts'
import { CenterStatus } from '../map/center-status.tsx'
import { rowId } from '../map/map-center.ts'
import { OpenRecords } from '../map/open-records.tsx'
import type { PageContext } from '../page.ts'
import styles from './looked-up-center.module.css'
import type { LookedCenter } from './placed-center.ts'
import { PrefixLine } from './prefix-line.tsx'

const CLOUDS_NAMED = 3

/** A data center that an address led to: how it is now, by which of its ranges, and where to read on. */
export function LookedUpCenter({ center, context }: { center: LookedCenter; context: PageContext }) {
  const { global, cloud } = context
  const clouds = global.clouds.filter(({ machine_name }) => center.clouds.includes(machine_name))
  // Readers stay on their cloud where it runs there.
  const home = clouds.find(({ machine_name }) => machine_name === cloud.machine_name) ?? clouds[0]
  const map = home === undefined || !center.is_active ? undefined : mapOf(home, context)
  return (
    <li className={styles.center}>
      <div className={styles.name}>
        <h2>{center.name}</h2>
        <p>{center.place}</p>
      </div>
      <ul className={styles.ranges}>
        {center.ranges.map((range) => (
          <li key={range.prefix}>
            <PrefixLine {...range} />
          </li>
        ))}
      </ul>
      <div className={styles.state}>
        {center.is_active ? <CenterStatus state={center.state} /> : <span>Closed</span>}
        <OpenRecords
          open={center.open}
          context={home === undefined ? context : { ...context, cloud: home }}
        />
        {map !== undefined && (
          <Link to={`${map}#${rowId(center)}`}>
            On the map<span className="hidden">: {center.name}</span>
          </Link>
        )}
      </div>
      <p className={styles.clouds}>
        {clouds.length === 0
          ? 'Serves no cloud at present'
          : `Serves ${shortened(
              clouds.map(({ domain }) => domain),
              CLOUDS_NAMED,
            )}`}
      </p>
    </li>
  )
}

/** The map of a cloud, where its menu has one. */
function mapOf(cloud: PageContext['cloud'], { global }: PageContext): string | undefined {
  const item = pagesOfMenu(visibleMenu(global.menu.main_menu, cloud)).find(
    ({ component }) => component === 'datacenter',
  )
  return item && menuPath(item, cloud)
}
