import { CLOUD_OPERATIONS, SERVICE_RELIABILITY } from '../bylines.ts'
import { cloudOf, type DemoCloud } from '../clouds.ts'
import { type DemoDataCenter, dataCenterOf } from '../data-centers/data-centers.ts'
import { type DemoRecord, demoRecord } from '../demo-record.ts'
import { clock, type DemoMinute } from '../demo-time.ts'
import { paragraphs } from '../fill.ts'
import { completeInternals } from '../internals.ts'
import { must } from '../must.ts'
import { randomNamed } from '../random.ts'
import { type ServiceName, serviceOf } from '../services.ts'
import { DATA_CENTER_SCENARIOS } from './data-center-scenarios.ts'
import { SERVICE_SCENARIOS } from './service-scenarios.ts'
import { incidentWriter } from './write-incident.ts'

const MAIN = cloudOf('northwall.net')

/** The last seven days of the busiest cloud, so that its timeline shows something on any day. */
export function lastWeekIncidents(): DemoRecord[] {
  const write = incidentWriter(randomNamed('last week'))

  return [
    closed('Private Access', 'slow policy sync', [], clock(-6, '10:05'), clock(-5, '08:20')),
    closed('Web Security', 'pages load slowly', ['Amsterdam I'], clock(-5, '07:12'), clock(-5, '14:08')),
    closed(null, 'fiber cut', ['São Paulo II'], clock(-4, '03:12'), clock(-4, '06:41')),
    closed('Identity Sync', 'group changes arrive late', [], clock(-4, '12:20'), clock(-4, '15:02')),
    closed('Sandbox', 'investigating false verdicts', [], clock(-3, '13:31'), clock(-3, '17:02')),
    closed(null, 'reduced capacity', ['Singapore III'], clock(-3, '21:04'), clock(-2, '02:10')),
    closed(null, 'packet loss', ['Mumbai I', 'Navi Mumbai I'], clock(-2, '11:20'), clock(-2, '15:45')),
    reopened(
      closed('Log Streaming', 'delivery delayed', ['Chicago I'], clock(-2, '18:02'), clock(-2, '20:17')),
    ),
    closed('Admin Portal', 'reports load slowly', [], clock(-1, '09:14'), clock(-1, '11:02')),
  ]

  function closed(
    service: ServiceName | null,
    titlePart: string,
    places: readonly string[],
    from: DemoMinute,
    to: DemoMinute,
  ): DemoRecord {
    const scenarios = service === null ? DATA_CENTER_SCENARIOS : SERVICE_SCENARIOS[service]
    const story = scenarios
      .flatMap((scenario) => scenario.titles.map((titleText) => ({ scenario, titleText })))
      .find(({ titleText }) => titleText.includes(titlePart))
    return write({
      ...must(story, `scenario for ${titlePart}`),
      clouds: [MAIN],
      serviceName: service,
      services: service === null ? [] : [serviceOf(MAIN, service)],
      dataCenters: places.map(dataCenterOf),
      from,
      to,
      internals: null,
    })
  }
}

/** Resolved too early: between the last two updates, it was over and began again. */
function reopened(record: DemoRecord): DemoRecord {
  const [before, last] = record.updates.slice(-2)
  if (before === undefined || last === undefined) throw new Error(`${record.title} has too few updates`)
  const third = (last.postedOn - before.postedOn) / 3
  const resolved = {
    ...last,
    postedOn: Math.round(before.postedOn + third),
    body: paragraphs('Logs arrive in time again, and the backlog is gone.'),
  }
  const again = {
    ...before,
    postedOn: Math.round(before.postedOn + 2 * third),
    status: 'In Progress' as const,
    body: paragraphs(
      'We are reopening this incident: logs reach some receivers late again. A second queue had the same fault.',
    ),
  }
  return { ...record, updates: [...record.updates.slice(0, -1), resolved, again, last] }
}

/** Open throughout the demo's day: all of them were posted the day before. */
export function openIncidents(): DemoRecord[] {
  const two = cloudOf('northwall-two.net')
  const experience = cloudOf('experience.northwall.net')
  const nextUpdate = clock(1, '00:00')

  return [
    open({
      severity: 'Service Disruption',
      eventType: 'service_disruption',
      cloud: MAIN,
      service: 'Web Security',
      dataCenters: [dataCenterOf('Frankfurt IV'), dataCenterOf('Zürich II')],
      title: 'Web Security: connections failing in Frankfurt IV and Zürich II',
      summary:
        'New sessions time out for part of the traffic. Existing sessions continue. Traffic is being moved to Amsterdam.',
      body: [
        paragraphs(
          'Since 22:14 UTC new sessions through <strong>Frankfurt IV</strong> and <strong>Zürich II</strong> time out for about a third of users. Sessions that are already open continue.',
        ),
        '<ul><li><strong>Affected:</strong> new web sessions, by tunnel and by agent</li><li><strong>Not affected:</strong> Cloud Firewall, DNS Control, other data centers, policy enforcement</li></ul>',
        paragraphs(
          'Agents move to another gateway automatically. Sites with a single tunnel should follow the workaround.',
        ),
      ].join(''),
      customerImpact:
        'Users routed to Frankfurt IV or Zürich II see timeouts when they open new sites, for about one session in three.',
      workaround: 'Point the primary tunnel at Amsterdam I or Vienna I.',
      howFound: 'Our own monitoring raised an alert.',
      tags: ['Web Security', 'Connectivity'],
      clusters: ['EU gateways 2', 'EU gateways 4'],
      from: clock(-1, '22:14'),
      nextUpdate,
      updates: [
        [
          '22:31',
          '<p>We are investigating timeouts of new sessions in Frankfurt IV and Zürich II. The first errors were recorded at 22:14 UTC.</p>',
        ],
        [
          '22:58',
          '<p>The fault is in the session directory that both data centers share: a part of its nodes no longer agrees with the rest. We are taking these nodes out of service one by one.</p>',
        ],
        [
          '23:42',
          '<p>Taking nodes out of service has lowered the share of failing sessions from one half to one third. We are now moving traffic to <strong>Amsterdam</strong> and rebuilding the directory from a clean copy. The rebuild is slow because each step is verified before the next.</p>',
        ],
      ],
      ticket: 48_211,
      note: 'Directory nodes 3 and 5 split after the certificate change of last week. Keep both powered on: the storage team needs their logs.',
    }),
    open({
      severity: 'Service Degradation',
      eventType: 'service_degradation',
      cloud: two,
      service: 'Log Streaming',
      dataCenters: [],
      title: 'Log Streaming: logs arrive up to forty minutes late',
      summary:
        'Logs of northwall-two.net reach receivers late. No log line is lost; the backlog is being worked off.',
      body: paragraphs(
        'Since 20:40 UTC logs reach receivers up to forty minutes late. They are complete and in order.',
        'The portal shows current data: only the delivery to customers’ own receivers is delayed.',
      ),
      customerImpact: 'Rules in security information systems fire late. Reports in the portal are current.',
      workaround: 'Read current events in the Admin Portal or through its API.',
      howFound: 'Found by the team that operates the service, from a growing queue.',
      tags: ['Log Streaming', 'Logs'],
      clusters: ['EU logs 1'],
      from: clock(-1, '20:40'),
      nextUpdate,
      updates: [
        ['21:05', '<p>Queues of the log service are growing. We are looking for the cause.</p>'],
        [
          '21:50',
          '<p>One of three storage groups writes slowly after the loss of a disk. We have added processors, so that the delay no longer grows.</p>',
        ],
        [
          '23:20',
          '<p>The disk has been replaced and its group is being filled again, which takes many hours. Until it is complete the delay will stay at about forty minutes.</p>',
        ],
      ],
      ticket: 48_197,
      note: 'Refill runs at half speed on purpose: at full speed it starves the writers, as in the spring.',
    }),
    open({
      severity: 'Under Investigation',
      eventType: 'under_investigation',
      cloud: experience,
      service: 'Call Quality',
      dataCenters: [],
      title: 'Call Quality: reports of missing scores for short calls',
      summary:
        'Some customers report that calls of less than two minutes have no score. We are investigating.',
      body: paragraphs(
        'Three customers report that calls of less than two minutes appear without a score. Longer calls are not affected as far as we know.',
        'We are comparing the raw measurements of such calls with what the scoring job received.',
      ),
      customerImpact: 'Short calls are listed without a score and are left out of averages.',
      workaround: null,
      howFound: 'Reported by several customers through Support.',
      tags: ['Call Quality', 'Meetings'],
      clusters: [],
      from: clock(-1, '17:30'),
      nextUpdate,
      updates: [
        ['18:45', '<p>We have received examples from three customers and are investigating.</p>'],
        [
          '22:10',
          '<p>Raw measurements of the calls are complete. The scoring job does not pick all of them up; we are now looking at how it groups them.</p>',
        ],
      ],
      ticket: 48_186,
      note: 'Probably the grouping window that changed in the last release. Product wants to see numbers before a rollback.',
    }),
  ]
}

interface OpenIncident
  extends Pick<
    DemoRecord,
    | 'severity'
    | 'eventType'
    | 'title'
    | 'summary'
    | 'body'
    | 'customerImpact'
    | 'workaround'
    | 'howFound'
    | 'tags'
    | 'clusters'
    | 'nextUpdate'
  > {
  cloud: DemoCloud
  service: ServiceName
  dataCenters: readonly DemoDataCenter[]
  from: DemoMinute
  updates: readonly (readonly [time: string, body: string])[]
  ticket: number
  note: string
}

function open({
  cloud,
  service,
  dataCenters,
  from,
  updates,
  ticket,
  note,
  ...rest
}: OpenIncident): DemoRecord {
  const posted = updates.map(([time, body], index) => ({
    postedOn: clock(-1, time),
    status: 'In Progress' as const,
    severity: index === 1 ? rest.severity : null,
    body,
    createdBy: index === 0 ? CLOUD_OPERATIONS : SERVICE_RELIABILITY,
  }))
  const last = posted.at(-1)
  return demoRecord({
    ...rest,
    kind: 'incident',
    type: 'core_cloud_services',
    status: 'In Progress',
    createdAt: from + 6,
    postedOn: from + 11,
    updatedOn: last?.postedOn ?? from + 11,
    from,
    author: CLOUD_OPERATIONS,
    createdBy: CLOUD_OPERATIONS,
    updatedBy: SERVICE_RELIABILITY,
    cloudIds: [cloud.id],
    serviceTids: [serviceOf(cloud, service).tid],
    dataCenterTids: dataCenters.map((center) => center.tid),
    updates: posted,
    internals: completeInternals(note, ticket),
  })
}
