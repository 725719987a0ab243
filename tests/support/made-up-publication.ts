import type { Publication, PublicationContent } from '../../src/domain/notifying/publication.ts'

export function madeUpPublication({
  id = 12,
  step = 'updated',
  ...content
}: Partial<PublicationContent & Pick<Publication, 'id' | 'step'>> = {}): Publication {
  return {
    id,
    recordId: 345,
    isUrgent: true,
    createdAt: new Date('2026-03-01T11:00:05Z'),
    edition: null,
    kind: 'incident',
    notificationType: null,
    step,
    gravestRank: 50,
    cloudIds: [1],
    serviceTids: [2001],
    dataCenterTids: [2101],
    termTids: [],
    content: {
      title: 'Sign-in fails <for some> & others',
      summary: 'Signing in fails.',
      status: 'In Progress',
      severity: 'Service Disruption',
      update: {
        id: 77,
        posted_on: '2026-03-01T11:00:00.000Z',
        body: '<p>We found the cause.</p><p>The fix is on its way.</p>',
      },
      body: '<p>Signing in fails.</p>',
      clouds: [{ id: 1, title: 'Northwall', domain: 'northwall.net' }],
      services: [{ tid: 2001, name: 'Gateway' }],
      data_centers: [{ tid: 2101, name: 'Zurich I', region_tid: 2100, region: 'Europe' }],
      terms: [],
      posted_on: '2026-03-01T10:00:00.000Z',
      from_time: '2026-03-01T09:00:00.000Z',
      to_time: null,
      closed_on: null,
      next_update: '2026-03-01T13:00:00.000Z',
      customer_impact: 'Users cannot sign in.',
      available_workaround: null,
      ...content,
    },
  }
}
