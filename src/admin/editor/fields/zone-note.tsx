import { UTC } from '../../../domain/format-time.ts'
import { zoneWords } from '../../../ui/times/zone-words.ts'
import { useEditorZone, writeTimesIn } from './editor-zone.ts'
import styles from './zone-note.module.css'

export function ZoneNote() {
  const { zone, others } = useEditorZone()
  return (
    <p className={styles.note}>
      Times are written in {words(zone)}.
      {others.map((other) => (
        <button key={other} type="button" className="linkLike" onClick={() => writeTimesIn(other)}>
          Write them in {words(other)}
        </button>
      ))}
    </p>
  )
}

function words(zone: string) {
  return zone === UTC ? 'UTC' : zoneWords(zone, new Date())
}
