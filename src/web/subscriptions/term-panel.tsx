import { counted } from '../../ui/parts/words.ts'
import type { TermChoices } from './choices.ts'
import { FoldedChoices } from './folded-choices.tsx'
import { termKeeper, useKept } from './own-choices.ts'
import { PanelHead } from './panel-head.tsx'
import { PanelPlaceholder } from './panel-placeholder.tsx'
import { useLoaded } from './use-loaded.ts'
import { useSubscribing } from './use-subscribing.tsx'

/** U-03: notification categories don't belong to a cloud. */
export function TermPanel() {
  const keeper = termKeeper()
  const { choices } = useKept(keeper)
  const subscribe = useSubscribing(keeper)
  const problem = useLoaded(keeper)
  return (
    <>
      <PanelHead
        title="Notifications"
        words={choices && countWords(choices)}
        isReady={choices !== undefined}
        onSubscribe={subscribe}
      />
      {choices === undefined ? (
        <PanelPlaceholder problem={problem} onRetry={() => void keeper.load()} />
      ) : (
        <FoldedChoices
          noun={['category', 'categories']}
          groups={choices.groups.map(({ title, terms }) => ({
            title,
            choices: terms,
            target: { kind: 'group', tids: terms.map(({ tid }) => tid), name: title },
          }))}
          onSubscribe={subscribe}
        />
      )}
    </>
  )
}

/** U-11 */
function countWords({ totalCount, groups }: TermChoices) {
  const all = groups.reduce((sum, { terms }) => sum + terms.length, 0)
  return `${totalCount} of ${counted(all, 'category', 'categories')} subscribed`
}
