import { counted } from '../../ui/parts/words.ts'
import styles from './center-hits.module.css'
import { type MapCenter, rowId } from './map-center.ts'

const SHOWN = 5

export function CenterHits({ search, found }: { search: string; found: readonly MapCenter[] }) {
  const more = found.length - SHOWN
  const isSearching = search !== ''
  return (
    <div className={styles.hits} data-empty={isSearching ? undefined : ''}>
      <p role="status">{isSearching ? foundWords(found.length) : ''}</p>
      {isSearching && found.length > 0 && (
        <ul aria-label="Found">
          {found.slice(0, SHOWN).map((center) => (
            <li key={center.tid}>
              <a href={`#${rowId(center)}`}>{center.name}</a>
            </li>
          ))}
          {more > 0 && <li>and {more} more</li>}
        </ul>
      )}
    </div>
  )
}

function foundWords(amount: number) {
  return amount === 0 ? 'No data center matches' : `${counted(amount, 'data center')} found`
}
