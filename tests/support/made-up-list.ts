import type { CalendarResponse } from '../../src/contract/calendar.ts'
import type { ListResponse, PostRecord } from '../../src/contract/records.ts'

export const EMPTY: ListResponse = {
  records: [],
  currentPage: 0,
  totalPages: 0,
  totalRecords: 0,
  categories: [],
  statuses: [{ id: 5, name: 'Resolved', class: 'resolved', icon: 'check' }],
  severity: [],
  topMessage: '',
  pageType: 'Incidents',
}

export const RECORD: PostRecord = {
  id: 7,
  title: 'Slow traffic',
  alias: 'slow-traffic',
  summary: '',
  body: '',
  status: 'Resolved',
  severityId: 19,
  event_type: 'service_degradation',
  post_type: 'incident',
  tags: [],
  clusters: [],
  clouds: ['northwall_net'],
  services: [],
  datacenters: [],
  created: '2026-11-15T08:00:00.000Z',
  posted_on: '2026-11-15T08:00:00.000Z',
  closed_on: null,
  fromTime: '2026-11-15T08:00:00.000Z',
  toTime: null,
  updated_on: '2026-11-15T08:00:00.000Z',
  updates: [],
}

export const CALENDAR: CalendarResponse = {
  start_date: '2026-10-01',
  end_date: '2026-12-31',
  current_date: '2026-11-15',
  datacenters: [
    {
      label: 'Europe',
      options: [
        { value: 31, label: 'Frankfurt IV' },
        { value: 32, label: 'Zürich II' },
      ],
    },
  ],
  calendar: { '2026-10-27': 'completed', '2026-11-15': 'service_disruption', '2026-12-20': 'scheduled' },
}
