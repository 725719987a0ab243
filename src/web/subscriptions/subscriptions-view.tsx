import { Link } from 'react-router'
import { menuPath, pagesOfMenu, visibleMenu } from '../../domain/menu.ts'
import { subscriptionCount } from '../../domain/texts.ts'
import type { PageContext } from '../page.ts'
import { PageHead } from '../parts/page-head.tsx'
import { useSelectedCloud } from '../shell/selected-cloud.tsx'
import { CalendarSection } from './calendar-section.tsx'
import { CloudPanel } from './cloud-panel.tsx'
import { DryRun } from './dry-run.tsx'
import { FeedsSection } from './feeds-section.tsx'
import { MessagesSection } from './messages-section.tsx'
import { useTally } from './own-choices.ts'
import styles from './subscriptions-view.module.css'
import { type Tab, TabList, tabPanel } from './tab-list.tsx'
import { TabSelect } from './tab-select.tsx'
import { TermPanel } from './term-panel.tsx'
import { useTabInAddress } from './use-tab-in-address.ts'
import { useWidth } from './use-width.ts'

export const SUBSCRIPTIONS = 'Subscriptions'

const TABS = 'subscriptions'
const NOTIFICATIONS = 'notifications'

/** U-01: a tab for each cloud and one for notifications; beside them, what the choices amount to. */
export function SubscriptionsView({ context }: { context: PageContext }) {
  const { clouds } = context.global
  const here = useSelectedCloud().cloud ?? context.cloud
  const { counts } = useTally()
  const isPhone = useWidth() === 'phone'
  const ofClouds = clouds.map(({ domain, machine_name }) => ({
    id: domain,
    name: domain,
    count: counts[machine_name],
  }))
  const ofNotifications = { id: NOTIFICATIONS, name: 'Notifications', count: counts[NOTIFICATIONS] }
  const tabs = isPhone ? [ofNotifications, ...ofClouds] : [...ofClouds, ofNotifications]
  const [tab, pickTab] = useTabInAddress(
    tabs.map(({ id }) => id),
    here.domain,
  )
  const cloud = clouds.find(({ domain }) => domain === tab)
  return (
    <>
      <PageHead title={SUBSCRIPTIONS} lead={<Count />}>
        <FaqLink context={{ ...context, cloud: here }} />
      </PageHead>
      <div className={styles.choices}>
        <DryRun />
        <div className={styles.tabs}>
          <Tabs tabs={tabs} selected={tab} onSelect={pickTab} />
        </div>
        <div {...(isPhone ? PLAIN_PANEL : tabPanel(TABS, tab))} className={styles.panel}>
          {cloud === undefined ? <TermPanel /> : <CloudPanel key={cloud.machine_name} cloud={cloud} />}
        </div>
      </div>
      <div className={styles.rest}>
        <MessagesSection />
        <CalendarSection />
        <FeedsSection context={{ ...context, cloud: here }} of={cloud} />
      </div>
    </>
  )
}

const PLAIN_PANEL = { role: 'region', 'aria-label': 'What to hear of' } as const

function Tabs(of: { tabs: readonly Tab[]; selected: string; onSelect: (id: string) => void }) {
  const width = useWidth()
  if (width === 'phone') return <TabSelect label="Cloud" {...of} />
  return <TabList label="What to hear of" name={TABS} isColumn={width === 'wide'} {...of} />
}

function Count() {
  const { count } = useTally()
  // The line is there before the number is.
  return count === undefined ? '\u00a0' : subscriptionCount(count)
}

function FaqLink({ context: { global, cloud } }: { context: PageContext }) {
  const faq = pagesOfMenu(visibleMenu(global.menu.main_menu, cloud)).find(
    ({ component }) => component === 'faq',
  )
  return faq === undefined ? null : (
    <Link className={styles.faq} to={menuPath(faq, cloud)}>
      {faq.item}
    </Link>
  )
}
