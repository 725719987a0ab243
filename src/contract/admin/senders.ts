import { type Static, Type } from 'typebox'
import { DELIVERY_OUTCOMES, KEPT_PAYLOAD_BYTES } from '../../domain/senders/delivery.ts'
import { PATH_LENGTH } from '../../domain/senders/json-path.ts'
import { PLACE_KINDS } from '../../domain/senders/mapping.ts'
import { SENDER_PRESETS } from '../../domain/senders/presets.ts'
import { call, Done } from '../call.ts'
import { Moment, OptionalMoment, RecordId } from '../common.ts'
import { TOKEN_NAME_LENGTH } from './tokens.ts'

const TAG = 'Staff: senders'
const ACCESS = 'manage-tokens'

const Path = Type.String({ maxLength: PATH_LENGTH })
const Text = Type.String({ maxLength: 2000 })
const Value = Type.String({ maxLength: 200 })
const Values = Type.Array(Value, { maxItems: 50 })
const Ids = Type.Array(RecordId, { maxItems: 500 })

const Mapping = Type.Object(
  {
    alerts: { ...Path, description: 'path to the list of alerts; empty: the payload is one alert' },
    incident: { ...Text, description: 'alerts with the same text belong to the same incident' },
    alert: { ...Text, description: 'identifies an alert within its incident' },
    state: Path,
    firing: Values,
    resolved: Values,
    incident_state: Path,
    title: Text,
    text: Text,
    note: Text,
    severity: Path,
    severities: Type.Array(Type.Object({ value: Value, severity_tid: RecordId }), { maxItems: 100 }),
    clouds: Path,
    services: Path,
    data_centers: Path,
    places: Type.Array(Type.Object({ value: Value, kind: Type.Enum(PLACE_KINDS), id: RecordId }), {
      maxItems: 500,
    }),
    starts: Path,
    ends: Path,
  },
  { description: 'paths such as `event.data.id` or `$.groupKey`; in texts as `{{path}}`' },
)

const Settings = {
  is_on: Type.Boolean({ description: 'false: what it sends is only logged' }),
  publishes: Type.Boolean({ description: 'false: incidents are drafts' }),
  notifies: Type.Boolean(),
  clouds: Ids,
  services: Ids,
  data_centers: Ids,
  severity_tid: Type.Union([RecordId, Type.Null()]),
  mapping: Mapping,
}
const SettingsOfSender = Type.Object(Settings)
export type SenderSettings = Static<typeof SettingsOfSender>

const Name = Type.String({ maxLength: TOKEN_NAME_LENGTH })
const Outcome = Type.Enum(DELIVERY_OUTCOMES)

const ListedSender = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  preset: Type.Enum(SENDER_PRESETS),
  hint: Type.String({ description: 'the first characters of its key' }),
  is_on: Type.Boolean(),
  publishes: Type.Boolean(),
  notifies: Type.Boolean(),
  last_at: OptionalMoment,
  last_outcome: Type.Union([Outcome, Type.Null()]),
})
export type ListedSender = Static<typeof ListedSender>

const SenderDetails = Type.Object({
  ...ListedSender.properties,
  ...Settings,
  version: Type.Integer(),
  has_signing_secret: Type.Boolean(),
})
export type SenderDetails = Static<typeof SenderDetails>

const Result = Type.Object({
  outcome: Outcome,
  record: Type.Union([Type.Integer(), Type.Null()]),
  title: Type.String({ description: 'of a new incident' }),
  why: Type.Array(Type.String()),
})

const SenderDelivery = Type.Object({
  id: Type.Integer(),
  sender: Type.Object({ id: Type.Integer(), name: Type.String() }),
  at: Moment,
  bytes: Type.Integer(),
  outcome: Outcome,
  results: Type.Array(Result),
  has_payload: Type.Boolean(),
})
export type SenderDelivery = Static<typeof SenderDelivery>

const Preview = Type.Union([
  Type.Object({ kind: Type.Literal('unreadable'), sentence: Type.String() }),
  Type.Object({
    kind: Type.Literal('read'),
    incidents: Type.Array(
      Type.Object({
        ...Result.properties,
        body: Type.Union([Type.String(), Type.Null()]),
        severity_tid: Type.Union([Type.Integer(), Type.Null()]),
        clouds: Type.Array(Type.Integer()),
        services: Type.Array(Type.Integer()),
        data_centers: Type.Array(Type.Integer()),
        from_time: OptionalMoment,
        firing: Type.Integer(),
        resolved: Type.Integer(),
      }),
    ),
    /** Incidents that are not shown. */
    more: Type.Integer(),
    ignored: Type.Array(Type.String()),
    errors: Type.Record(Type.String(), Type.String()),
  }),
])
export type SenderPreview = Static<typeof Preview>

const OneSender = Type.Object({ id: RecordId })
const DeliveryId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const OneDelivery = Type.Object({ id: RecordId, delivery: DeliveryId })
const One = Type.Object({ data: SenderDetails })
const WithKey = Type.Object({ data: Type.Object({ id: Type.Integer(), key: Type.String() }) })

export const senderCalls = {
  'GET /api/admin/senders': call({
    summary: 'Monitoring systems that send alerts, oldest first',
    tag: TAG,
    access: ACCESS,
    answer: Type.Object({ data: Type.Array(ListedSender) }),
  }),
  'POST /api/admin/senders': call({
    summary: 'Add a sender, switched off. Its key is in the answer and is never shown again',
    tag: TAG,
    access: ACCESS,
    body: Type.Object({ name: Name, preset: Type.Enum(SENDER_PRESETS) }),
    answer: WithKey,
  }),
  'GET /api/admin/senders/:id': call({
    summary: 'One sender with its mapping',
    tag: TAG,
    access: ACCESS,
    params: OneSender,
    answer: One,
  }),
  'POST /api/admin/senders/:id': call({
    summary: 'Change a sender',
    tag: TAG,
    access: ACCESS,
    bodyLimit: 256 * 1024,
    params: OneSender,
    body: Type.Object({
      ...Settings,
      name: Name,
      version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
      signing_secret: Type.Optional(
        Type.Union([Type.String({ maxLength: 500 }), Type.Null()], {
          description: 'null removes it; without this field it stays',
        }),
      ),
    }),
    answer: One,
  }),
  'POST /api/admin/senders/:id/key': call({
    summary: 'Replace the key of a sender. The old one stops working',
    tag: TAG,
    access: ACCESS,
    params: OneSender,
    answer: WithKey,
  }),
  'POST /api/admin/senders/:id/remove': call({
    summary: 'Remove a sender and its log. Its incidents stay',
    tag: TAG,
    access: ACCESS,
    params: OneSender,
    answer: Done,
  }),
  'POST /api/admin/senders/:id/preview': call({
    summary: 'Preview what a payload would do with these settings',
    tag: TAG,
    access: ACCESS,
    cost: 'query',
    bodyLimit: 2 * 1024 * 1024,
    params: OneSender,
    body: Type.Object({
      ...Settings,
      payload: Type.String({ maxLength: KEPT_PAYLOAD_BYTES }),
    }),
    answer: Type.Object({ data: Preview }),
  }),
  'GET /api/admin/sender-log': call({
    summary: 'What senders sent in the last 30 days, and the outcome, newest first',
    tag: TAG,
    access: ACCESS,
    query: Type.Object({
      sender: Type.Optional(RecordId),
      outcome: Type.Optional(Outcome),
      before: Type.Optional({ ...DeliveryId, description: 'older than this one' }),
    }),
    answer: Type.Object({
      data: Type.Array(SenderDelivery),
      /** Pass as `before` for the next page. Null on the last page. */
      older: Type.Union([Type.Integer(), Type.Null()]),
    }),
  }),
  'GET /api/admin/senders/:id/deliveries/:delivery': call({
    summary: 'One of these with its payload, if that is still stored',
    tag: TAG,
    access: ACCESS,
    params: OneDelivery,
    answer: Type.Object({
      data: Type.Object({
        ...SenderDelivery.properties,
        payload: Type.Union([Type.String(), Type.Null()]),
      }),
    }),
  }),
  'POST /api/admin/senders/:id/deliveries/:delivery/run': call({
    summary: 'Process a payload again, with the mapping as it is now',
    tag: TAG,
    access: ACCESS,
    params: OneDelivery,
    answer: Type.Object({
      data: Type.Object({ outcome: Outcome, results: Type.Array(Result) }),
    }),
  }),
}
