import { countChosen, NOTHING_CHOSEN } from '../../domain/chosen-places.ts'
import { type ListQuery, listAddress } from '../../domain/list-query.ts'
import { OnlyMine } from '../mine/only-mine.tsx'
import type { PageContext } from '../page.ts'

export function OnlyMineInList({ context, query }: { context: PageContext; query: ListQuery }) {
  return (
    <OnlyMine
      context={context}
      view={{
        mine: query.mine,
        isOnly: countChosen(query.mine) > 0,
        addressOf: (mine, isOnly) =>
          listAddress(context.path, { ...query, page: 0, mine: isOnly ? mine : NOTHING_CHOSEN }),
      }}
    />
  )
}
