import { type Static, Type } from 'typebox'
import { Name } from './fields.ts'
import { v1Call } from './v1-call.ts'

const Labels = Type.Record(Type.String(), Type.String())

/** Alertmanager's format. Unknown fields are accepted, because it may add some. */
const Alert = Type.Object({
  status: Type.Enum(['firing', 'resolved'] as const),
  labels: Labels,
  annotations: Labels,
  startsAt: Type.String(),
  endsAt: Type.String(),
  generatorURL: Type.Optional(Type.String()),
  fingerprint: Type.String({ minLength: 1, maxLength: 200 }),
})

const AlertmanagerWebhook = Type.Object(
  {
    version: Type.String({ description: '`4`' }),
    groupKey: Type.String({ minLength: 1, maxLength: 20_000 }),
    truncatedAlerts: Type.Optional(Type.Integer({ minimum: 0 })),
    status: Type.Enum(['firing', 'resolved'] as const),
    receiver: Type.String(),
    groupLabels: Labels,
    commonLabels: Labels,
    commonAnnotations: Labels,
    externalURL: Type.String(),
    alerts: Type.Array(Alert, { maxItems: 10_000 }),
  },
  { description: 'what a `webhook_config` of Prometheus Alertmanager sends' },
)
export type AlertmanagerWebhook = Static<typeof AlertmanagerWebhook>

/** A storm of alerts is long, and a list that Alertmanager cut off never says that the group is over. */
const STORM_BYTES = 4 * 1024 * 1024
const Switch = Type.Union([Type.Boolean(), Type.Literal('1'), Type.Literal('0')])

export const v1AlertCalls = {
  'POST /api/v1/alertmanager': v1Call({
    summary: 'Receives alerts of Prometheus Alertmanager: one incident for each of its groups',
    description:
      'The address holds the defaults; labels and annotations of alerts override them: `candor_cloud`, `candor_service`, `candor_data_center`, `candor_severity`. Readers see only the annotations `candor_title` and `candor_message`, or a plain default text without them; with `words=annotations` also `summary` and `description`, which are otherwise for staff only. A group that ends resolves its incident; if it fires again within ten minutes it reopens it, later it opens another.',
    tag: 'Automation: alerts',
    access: 'token:alerts:write',
    query: Type.Object({
      cloud: Type.Optional(
        Type.String({
          pattern: '^[a-z0-9_]{1,64}(,[a-z0-9_]{1,64})*$',
          description: 'machine names of clouds, separated by commas',
        }),
      ),
      service: Type.Optional(
        Type.String({ maxLength: 300, description: 'names or tids, separated by commas' }),
      ),
      data_center: Type.Optional(
        Type.String({ maxLength: 300, description: 'names or tids, separated by commas' }),
      ),
      severity: Type.Optional(Name),
      publish: Type.Optional({ ...Switch, description: '1: published immediately. Default 0: a draft' }),
      notify: Type.Optional({
        ...Switch,
        description: '1: subscribers are notified. Default 0: they are not',
      }),
      words: Type.Optional(
        Type.Enum(['candor', 'annotations'] as const, {
          description:
            'annotations: `summary` and `description` are public if an alert has no `candor_title` or `candor_message`. Default candor: they are internal',
        }),
      ),
    }),
    body: AlertmanagerWebhook,
    bodyLimit: STORM_BYTES,
    mayWait: true,
    answer: Type.Object({
      data: Type.Object({
        outcome: Type.Enum([
          'opened',
          'updated',
          'gathered',
          'resolved',
          'reopened',
          'unchanged',
          'left-to-people',
        ] as const),
        record: Type.Union([Type.Integer(), Type.Null()], { description: 'the incident of this group' }),
      }),
    }),
  }),
}
