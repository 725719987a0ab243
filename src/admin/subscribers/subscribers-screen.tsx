import { useState } from 'react'
import { useNavigate } from 'react-router'
import { SUBSCRIBER_STATES, type SubscriberState } from '../../contract/admin/subscribers.ts'
import { can } from '../../domain/access.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { downloadByPost } from '../parts/download-by-post.ts'
import { FilterBar } from '../parts/filter-bar.tsx'
import { FilterSelect } from '../parts/filter-select.tsx'
import { SearchBox } from '../parts/search-box.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { useChoices } from '../parts/use-choices.ts'
import { useQuery } from '../parts/use-query.ts'
import { Screen } from '../shell/screen.tsx'
import { useStaff } from '../shell/staff.ts'
import { AddSubscriber } from './add-subscriber.tsx'
import { FoundSubscribers } from './found-subscribers.tsx'
import { SubscriberCounts } from './subscriber-counts.tsx'
import styles from './subscribers-screen.module.css'

/** Z-05: who follows what. The words that staff type are addresses, so they are never in the URL. */
export function SubscribersScreen() {
  const { roles } = useStaff()
  const mayManage = can(roles, 'manage-subscribers')
  const navigate = useNavigate()
  const { choices } = useChoices()
  const { query, change } = useQuery(['view', 'cloud', 'service', 'state'] as const)
  const [words, setWords] = useState('')
  const [isAdding, setAdding] = useState(false)
  const view = query.view === 'counts' ? 'counts' : 'find'
  const cloud = choices?.clouds.find(({ id }) => String(id) === query.cloud)
  const services = servicesOf(choices, cloud?.id)
  const service = services.find(({ tid }) => String(tid) === query.service)
  const state = SUBSCRIBER_STATES.find((known) => known === query.state)
  const filter = {
    ...(cloud !== undefined && { cloud: cloud.id }),
    ...(service !== undefined && { service: service.tid }),
  }
  const listed = { ...filter, ...(state !== undefined && { state }) }
  const isWaitingForNames = choices === undefined && query.cloud !== ''
  return (
    <Screen
      title="Subscribers"
      lead="People who follow a cloud, a service or anything else here, what they follow, and what they were sent."
      actions={
        mayManage && (
          <>
            <BusyButton onPress={() => downloadCsv(listed)} busyWords="Preparing…">
              Download as CSV
            </BusyButton>
            <button type="button" className="button primary" onClick={() => setAdding(true)}>
              Add subscriber
            </button>
          </>
        )
      }
    >
      <Tabs
        label="Subscribers"
        tabs={[
          { name: 'find', title: 'Find' },
          { name: 'counts', title: 'Counts' },
        ]}
        current={view}
        onPick={(next) => change({ view: next === 'find' ? '' : next })}
      >
        <div className={styles.view}>
          <FilterBar
            isFiltered={words !== '' || query.cloud !== '' || query.state !== ''}
            onClear={() => {
              setWords('')
              change({ cloud: '', service: '', state: '' })
            }}
          >
            {view === 'find' && (
              <SearchBox label="Start of an address or domain" value={words} onSearch={setWords} />
            )}
            <FilterSelect
              label="Cloud"
              any="All clouds"
              value={query.cloud}
              options={(choices?.clouds ?? [])
                .filter(({ is_retired }) => !is_retired)
                .map(({ id, title }) => ({ value: String(id), name: title }))}
              onPick={(picked) => change({ cloud: picked, service: '' })}
            />
            {services.length > 0 && (
              <FilterSelect
                label="Service"
                any="All services"
                value={query.service}
                options={services.map(({ tid, name }) => ({ value: String(tid), name }))}
                onPick={(picked) => change({ service: picked })}
              />
            )}
            {view === 'find' && (
              <FilterSelect
                label="Which subscribers"
                any="All subscribers"
                value={query.state}
                options={SUBSCRIBER_STATES.map((value) => ({ value, name: STATE_NAMES[value] }))}
                onPick={(picked) => change({ state: picked })}
              />
            )}
          </FilterBar>
          {view === 'find'
            ? !isWaitingForNames && <FoundSubscribers asked={{ ...listed, q: words }} />
            : !isWaitingForNames && <SubscriberCounts asked={filter} choices={choices} />}
        </div>
      </Tabs>
      {isAdding && (
        <AddSubscriber
          choices={choices}
          onAdded={(uid) => navigate(`/admin/subscribers/${uid}`)}
          onClose={() => setAdding(false)}
        />
      )}
    </Screen>
  )
}

const STATE_NAMES: Record<SubscriberState, string> = {
  confirmed: 'Confirmed',
  unconfirmed: 'Not confirmed',
  suppressed: 'Gets no mail',
  'follows-nothing': 'Follows nothing',
}

function servicesOf(choices: ReturnType<typeof useChoices>['choices'], cloudId: number | undefined) {
  if (choices === undefined || cloudId === undefined) return []
  return choices.service_categories
    .filter(({ cloud_id }) => cloud_id === cloudId)
    .flatMap((category) => category.services.filter(({ is_retired }) => !is_retired))
}

/** A hundred thousand subscribers are some 30 MB, which a browser can hold. */
function downloadCsv(filter: object) {
  return downloadByPost('/api/admin/subscribers.csv', { body: filter, name: 'subscribers', ending: 'csv' })
}
