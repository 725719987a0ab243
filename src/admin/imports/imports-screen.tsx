import { Tabs } from '../parts/tabs.tsx'
import { useQuery } from '../parts/use-query.ts'
import { Screen } from '../shell/screen.tsx'
import { StatuspagePanel } from './statuspage-panel.tsx'
import { SubscribersPanel } from './subscribers-panel.tsx'
import { ThreatsPanel } from './threats-panel.tsx'

const TABS = [
  { name: 'statuspage', title: 'Statuspage' },
  { name: 'subscribers', title: 'Subscribers' },
  { name: 'threats', title: 'Threat figures' },
] as const

export function ImportsScreen() {
  const { query, change } = useQuery(['part'])
  const current = TABS.find(({ name }) => name === query.part)?.name ?? 'statuspage'
  return (
    <Screen
      title="Imports"
      lead="You see what an import would do before anything changes. A file with errors is rejected as a whole, with the location of each error."
    >
      <Tabs label="What to import" tabs={TABS} current={current} onPick={(part) => change({ part })}>
        {current === 'statuspage' && <StatuspagePanel />}
        {current === 'subscribers' && <SubscribersPanel />}
        {current === 'threats' && <ThreatsPanel />}
      </Tabs>
    </Screen>
  )
}
