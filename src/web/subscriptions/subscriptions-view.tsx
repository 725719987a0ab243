import { useEffect, useState, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router'
import { menuPath, pagesOfMenu, visibleMenu } from '../../domain/menu.ts'
import { subscriptionCount } from '../../domain/texts.ts'
import { useUser } from '../../ui/account/use-user.ts'
import { ChoiceField } from '../../ui/forms/choice-field.tsx'
import { RuledSection } from '../../ui/parts/ruled-section.tsx'
import { tabPanel } from '../../ui/parts/tabs.tsx'
import { counted } from '../../ui/parts/words.ts'
import type { PageContext } from '../page.ts'
import { PageHead } from '../parts/page-head.tsx'
import { ChannelsSummary } from '../settings/channels/channels-summary.tsx'
import { useSelectedCloud } from '../shell/selected-cloud.tsx'
import { CalendarSection } from './calendar-section.tsx'
import type { TermChoices } from './choices.ts'
import { CloudPanel, PanelPlaceholder } from './cloud-panel.tsx'
import { DryRun } from './dry-run.tsx'
import { FeedsSection } from './feeds-section.tsx'
import { FoldedChoices } from './folded-choices.tsx'
import { FollowedPostsSection } from './followed-posts.tsx'
import { termChoiceStore, useChoiceState, useTally } from './own-choices.ts'
import { PanelHead } from './panel-head.tsx'
import styles from './subscriptions-view.module.css'
import { type Tab, TabList } from './tab-list.tsx'
import { useLoaded } from './use-loaded.ts'
import { useSubscribing } from './use-subscribing.tsx'

export const SUBSCRIPTIONS = 'Subscriptions'

const TABS = 'subscriptions'
const NOTIFICATIONS = 'notifications'

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
        <FollowedPostsSection />
        <MessagesSection />
        <CalendarSection />
        <FeedsSection context={{ ...context, cloud: here }} of={cloud} />
      </div>
    </>
  )
}

const PLAIN_PANEL = { role: 'region', 'aria-label': 'What to follow' } as const

function Tabs(of: { tabs: readonly Tab[]; selected: string; onSelect: (id: string) => void }) {
  const width = useWidth()
  if (width === 'phone') return <TabSelect label="Cloud" {...of} />
  return <TabList label="What to follow" name={TABS} isColumn={width === 'wide'} {...of} />
}

function Count() {
  const { count } = useTally()
  // Reserves the line.
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

const WIDE = '(min-width: 992px)'
const PHONE = '(max-width: 767px)'

type Width = 'phone' | 'middle' | 'wide'

function useWidth(): Width {
  return useSyncExternalStore<Width>(onWidth, widthNow, () => 'middle')
}

function widthNow(): Width {
  if (window.matchMedia(WIDE).matches) return 'wide'
  return window.matchMedia(PHONE).matches ? 'phone' : 'middle'
}

function onWidth(listener: () => void) {
  const queries = [WIDE, PHONE].map((query) => window.matchMedia(query))
  for (const query of queries) query.addEventListener('change', listener)
  return () => {
    for (const query of queries) query.removeEventListener('change', listener)
  }
}

function TabSelect({
  label,
  tabs,
  selected,
  onSelect,
}: {
  label: string
  tabs: readonly Tab[]
  selected: string
  onSelect: (id: string) => void
}) {
  return (
    <ChoiceField name="tab" label={label} value={selected} onPick={onSelect}>
      {tabs.map(({ id, name, count = 0 }) => (
        <option key={id} value={id}>
          {count > 0 ? `${name} (${count.toLocaleString('en-US')})` : name}
        </option>
      ))}
    </ChoiceField>
  )
}

const TAB = 'tab'

/**
 * In the address, so that it can be shared and Back works. Written without the router, which would reload the
 * page before showing the tab.
 */
function useTabInAddress(tabs: readonly string[], own: string) {
  const { key, search, pathname } = useLocation()
  const [picked, setPicked] = useState({ key, own, tab: tabIn(search, tabs) })
  if (picked.key !== key) setPicked({ key, own, tab: tabIn(search, tabs) })
  else if (picked.own !== own) setPicked({ key, own, tab: undefined })

  useEffect(() => {
    const url = addressWith(picked.tab)
    if (url.href !== window.location.href) window.history.replaceState(window.history.state, '', url)
  }, [picked.tab])

  const known = tabs.join()
  useEffect(() => {
    function onHistory() {
      const isHere = window.location.pathname === pathname
      if (isHere) setPicked((before) => ({ ...before, tab: tabIn(window.location.search, known.split(',')) }))
    }
    window.addEventListener('popstate', onHistory)
    return () => window.removeEventListener('popstate', onHistory)
  }, [pathname, known])

  const open = picked.tab ?? own
  function pick(tab: string) {
    if (tab === open) return
    window.history.pushState(window.history.state, '', addressWith(tab))
    setPicked({ key, own, tab })
  }
  return [open, pick] as const
}

function addressWith(tab: string | undefined) {
  const url = new URL(window.location.href)
  if (tab === undefined) url.searchParams.delete(TAB)
  else url.searchParams.set(TAB, tab)
  return url
}

function tabIn(search: string, tabs: readonly string[]) {
  const asked = new URLSearchParams(search).get(TAB)
  return tabs.find((tab) => tab === asked)
}

function MessagesSection() {
  const { user } = useUser()
  return (
    <RuledSection name="messages" title="Where messages go">
      {user !== undefined && <ChannelsSummary user={user} />}
    </RuledSection>
  )
}

/** U-03: notification categories don't belong to a cloud. */
function TermPanel() {
  const store = termChoiceStore()
  const { choices } = useChoiceState(store)
  const subscribe = useSubscribing(store)
  const problem = useLoaded(store)
  return (
    <>
      <PanelHead
        title="Notifications"
        words={choices && countWords(choices)}
        isReady={choices !== undefined}
        onSubscribe={subscribe}
      />
      {choices === undefined ? (
        <PanelPlaceholder problem={problem} onRetry={() => void store.load()} />
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
