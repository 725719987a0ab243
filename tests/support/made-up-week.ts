import type { CloudStatus, Service } from '../../src/contract/cloud-status.ts'
import { SEVERITY } from '../../src/domain/record.ts'
import { slugOf } from '../../src/domain/slug.ts'

export const DISRUPTION: Service['category_status'][number] = {
  id: 7,
  title: 'Web Security: connections failing',
  alias: '',
  short_description: '',
  description: '',
  from: '2026-11-15T08:14:00.000Z',
  to: null,
  status: 'In Progress',
  severityTid: SEVERITY.serviceDisruption,
  name: '',
  updated_on: '2026-11-15T10:00:00.000Z',
}

type Category = CloudStatus['data']['category'][number]

export function answerOf(category: Category[], page_number: number): CloudStatus['data'] {
  return {
    category,
    severity: [],
    start_date: '',
    end_date: '',
    current_time: '2026-11-15T10:42:00.000Z',
    page_number,
  }
}

export function categoriesWith(
  issue: Service['category_status'][number],
  subscribed: Service['subscribed'],
): Record<string, Category[]> {
  return {
    core_cloud_services: [
      {
        tid: 1,
        title: 'Traffic Security',
        subCategory: [
          service(10, 'Web Security', { category_status: [issue], subscribed }),
          service(11, 'Legacy Mail Relay', { status: 0 }),
        ],
      },
    ],
    public: [
      { tid: 2, title: 'Europe', subCategory: [service(20, 'Zürich II', { category_status: [issue] })] },
      { tid: 3, title: 'Oceania', subCategory: [service(30, 'Sydney I')] },
    ],
    premium: [{ tid: 4, title: 'Oceania', subCategory: [service(40, 'Sydney III')] }],
  }
}

export function service(tid: number, name: string, particulars: Partial<Service> = {}): Service {
  return {
    tid,
    name,
    slug: slugOf(name),
    subscribed: 0,
    status: 1,
    info: '',
    startDate: '2020-01-01',
    endDate: null,
    issues: [],
    category_status: [],
    maintenance: [],
    ...particulars,
  }
}
