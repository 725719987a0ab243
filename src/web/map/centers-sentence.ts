import { CENTER_STATES, type CenterState, centerStateWord } from '../../domain/map/center-state.ts'
import { counted, withCommas } from '../../ui/parts/words.ts'

export interface CentersSentence {
  where: string
  troubles: { state: CenterState; words: string }[]
}

export function centersSentence(
  cloud: string,
  centers: readonly { region: string; state: CenterState }[],
): CentersSentence {
  const regions = new Set(centers.map(({ region }) => region)).size
  return {
    where: `${cloud} runs in ${counted(centers.length, 'data center')} in ${counted(regions, 'region')}`,
    troubles: CENTER_STATES.filter((state) => state !== 'operational')
      .toReversed()
      .flatMap((state) => {
        const amount = centers.filter((center) => center.state === state).length
        return amount === 0 ? [] : [{ state, words: troubleWords(amount, state) }]
      }),
  }
}

function troubleWords(amount: number, state: CenterState) {
  return `${withCommas(amount)} ${amount === 1 ? 'is' : 'are'} ${centerStateWord(state)}`
}
