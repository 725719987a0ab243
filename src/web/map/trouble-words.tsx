import { type CenterState, gravity } from '../../domain/map/center-state.ts'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import { toneOfState } from '../../ui/parts/tone.ts'
import { centersSentence } from './centers-sentence.ts'
import { type MapCenter, troubleId } from './map-center.ts'
import styles from './trouble-words.module.css'

export function TroubleWords({
  cloud,
  centers,
  isAlive,
  onShow,
}: {
  cloud: string
  centers: readonly MapCenter[]
  isAlive: boolean
  onShow: (centers: readonly MapCenter[]) => void
}) {
  const { where, troubles } = centersSentence(cloud, centers)
  const inState = (state: CenterState) => centers.filter((center) => center.state === state)
  return (
    <>
      {where}
      {troubles.length === 0 && ', all running'}
      {troubles.map(({ state, words }, index) => {
        const troubled = inState(state)
        const look = { className: `${tones.tone} ${styles.trouble}`, 'data-tone': toneOfState(state) }
        const content = (
          <>
            <StateShape tone={toneOfState(state)} /> <span>{words}</span>
          </>
        )
        return (
          <span key={state}>
            {index === 0 ? '; ' : ', '}
            {isAlive ? (
              <button type="button" {...look} onClick={() => onShow(troubled)}>
                {content}
                <span className="hidden">, show on the map</span>
              </button>
            ) : (
              <a {...look} href={`#${troubled[0] === undefined ? '' : troubleId(troubled[0])}`} data-waits="">
                {content}
              </a>
            )}
          </span>
        )
      })}
      .
    </>
  )
}

export function troubledOf(centers: readonly MapCenter[]): MapCenter[] {
  return centers
    .filter(({ state }) => state !== 'operational')
    .sort((a, b) => gravity(b.state) - gravity(a.state))
}
