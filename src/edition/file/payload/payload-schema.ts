import { type Static, Type } from 'typebox'
import { GRAVITIES } from '../../../domain/banners/banner.ts'
import { PRODUCT_STATUSES, REMEDIATION_CATEGORIES } from '../../../domain/csaf/advisory-facts.ts'
import { THREAT_CATEGORIES } from '../../../domain/threats/threat-category.ts'
import { UPDATE_POLICY_MOST_HOURS } from '../../../domain/update-policy.ts'

/**
 * The payload of an edition file, version 1: lines of JSON. First the site, then the threat figures, then the records,
 * some hundred on a line. Moments are milliseconds since 1970. A change that older readers cannot read is version 2.
 */

const STRICT = { additionalProperties: false }
/** The last moment that a date can name. */
const LAST_MOMENT_MS = 8_640_000_000_000_000

const Id = Type.Integer()
const Text = Type.String()
const Day = Type.String({ pattern: '^\\d{4,6}-\\d{2}-\\d{2}$' })
const Moment = Type.Integer({ minimum: -LAST_MOMENT_MS, maximum: LAST_MOMENT_MS })
const orNull = <T extends Parameters<typeof Type.Array>[0]>(type: T) => Type.Union([type, Type.Null()])
const Flag = Type.Union([Type.Literal('1'), Type.Literal('0')])
const Category = Type.Enum(THREAT_CATEGORIES)

const SUB_MENU_ITEM = {
  id: Text,
  item: Text,
  route: Text,
  deep_link: Type.Boolean(),
  component: Text,
  hide_from_clouds: Type.Array(Text),
}

const Menu = Type.Object(
  {
    top_menu: Type.Array(
      Type.Object(
        {
          item: Text,
          route: Type.Union([
            Text,
            Type.Object({ commercial: Text }, { additionalProperties: Type.String() }),
          ]),
        },
        STRICT,
      ),
    ),
    main_menu: Type.Array(
      Type.Object(
        {
          ...SUB_MENU_ITEM,
          sub_menus: Type.Optional(Type.Array(Type.Object(SUB_MENU_ITEM, STRICT))),
        },
        STRICT,
      ),
    ),
  },
  STRICT,
)

const Cloud = Type.Object(
  {
    id: Id,
    title: Text,
    machine_name: Text,
    domain: Text,
    default_page: Text,
    type: Text,
    is_gov: Type.Boolean(),
    cloud_status: Type.Object(
      { core_cloud_services: Flag, datacenter: Flag, premium_datacenter: Flag },
      STRICT,
    ),
    banner: Type.Object({ title: Text, description: Text }, STRICT),
    serviceCategories: Type.Array(Type.Object({ tid: Id, title: Text, services: Type.Array(Id) }, STRICT)),
    regions: Type.Array(Type.Object({ tid: Id, title: Text, dataCenters: Type.Array(Id) }, STRICT)),
    schedule: Type.Array(
      Type.Object(
        { title: Text, cells: Type.Array(Type.Object({ value: Text, className: Text }, STRICT)) },
        STRICT,
      ),
    ),
  },
  STRICT,
)

const Service = Type.Object(
  { tid: Id, name: Text, info: Text, isActive: Type.Boolean(), startedOn: Day, endedOn: orNull(Day) },
  STRICT,
)

const DataCenter = Type.Object(
  {
    tid: Id,
    name: Text,
    city: Text,
    country: Text,
    region: Text,
    latitude: Type.Number(),
    longitude: Type.Number(),
    isPremium: Type.Boolean(),
    isFedrampModerate: Type.Boolean(),
    hasRegionalSurcharge: Type.Boolean(),
    isActive: Type.Boolean(),
    openedOn: Day,
    closedOn: orNull(Day),
  },
  STRICT,
)

const Banner = Type.Object(
  {
    id: Id,
    cloud: orNull(Text),
    gravity: Type.Enum(GRAVITIES),
    text: Text,
    link: orNull(Type.Object({ url: Text, text: Text }, STRICT)),
    startsAt: orNull(Moment),
    endsAt: orNull(Moment),
  },
  STRICT,
)

const IpRange = Type.Object(
  {
    id: Id,
    dataCenterTid: Id,
    prefix: Text,
    note: Text,
    addedOn: Moment,
    removedOn: orNull(Moment),
  },
  STRICT,
)

export const SiteLine = Type.Object(
  {
    provider: Type.Object(
      {
        name: Text,
        legal_name: Text,
        help_url: Text,
        gov_help_url: Text,
        feedback_email: Text,
        security_contact: Type.Optional(Text),
        update_every_hours: Type.Optional(
          orNull(Type.Integer({ minimum: 1, maximum: UPDATE_POLICY_MOST_HOURS })),
        ),
      },
      STRICT,
    ),
    products: Type.Array(Type.Object({ machine_name: Text, title: Text }, STRICT)),
    clouds: Type.Array(Cloud),
    menu: Menu,
    severities: Type.Array(
      Type.Object(
        {
          tid: Id,
          name: Text,
          color_code: Text,
          status_icon: Text,
          rank: Type.Integer(),
          isInLegend: Type.Boolean(),
        },
        STRICT,
      ),
    ),
    statuses: Type.Array(
      Type.Object(
        {
          id: Id,
          name: Text,
          class: Text,
          icon: Text,
          isClosed: Type.Boolean(),
          isRetired: Type.Boolean(),
        },
        STRICT,
      ),
    ),
    services: Type.Array(Service),
    regions: Type.Array(Type.Object({ tid: Id, title: Text }, STRICT)),
    dataCenters: Type.Array(DataCenter),
    pages: Type.Array(
      Type.Object(
        {
          slug: Text,
          cloudId: orNull(Id),
          title: Text,
          pageTop: Text,
          body: Text,
          columnTitles: Type.Array(Text),
        },
        STRICT,
      ),
    ),
    complianceRows: Type.Array(Type.Object({ cloudId: orNull(Id), description: Text, date: Text }, STRICT)),
    /** Files of earlier versions have none. */
    ipRanges: Type.Optional(Type.Array(IpRange)),
    banners: Type.Array(Banner),
    maintenance: orNull(Type.Object({ message: Text, endsAt: orNull(Moment) }, STRICT)),
  },
  STRICT,
)
export type SiteLine = Static<typeof SiteLine>

const Count = Type.Number({ minimum: 0 })

export const ThreatsLine = Type.Object(
  {
    counts: Type.Object(
      {
        firstDay: Type.Integer(),
        lastDay: orNull(Type.Integer()),
        hasFigures: Type.Array(Type.Union([Type.Literal(0), Type.Literal(1)])),
        cells: Type.Array(
          Type.Object(
            { category: Category, family: Text, regionTid: Id, blocked: Type.Array(Count) },
            STRICT,
          ),
        ),
      },
      STRICT,
    ),
    origins: Type.Object(
      {
        day: orNull(Day),
        total: Count,
        totals: Type.Object({ malware: Count, threat: Count, sandbox: Count, ba: Count }, STRICT),
        flows: Type.Array(
          Type.Object(
            { country_code: Text, data_center_tid: Id, category: Category, family: Text, blocked: Count },
            STRICT,
          ),
        ),
      },
      STRICT,
    ),
  },
  STRICT,
)
export type ThreatsLine = Static<typeof ThreatsLine>

const Update = Type.Object({ id: Id, posted_on: Moment, status_id: Id, body: Text }, STRICT)

const AdvisoryFacts = Type.Object(
  {
    product_status: orNull(Type.Enum(PRODUCT_STATUSES)),
    remediations: Type.Array(
      Type.Object({ category: Type.Enum(REMEDIATION_CATEGORIES), details: Text, url: orNull(Text) }, STRICT),
    ),
    references: Type.Array(Type.Object({ summary: Text, url: Text }, STRICT)),
  },
  STRICT,
)

export const RecordPayload = Type.Object(
  {
    id: Id,
    kind: Type.Enum(['incident', 'maintenance', 'advisory', 'notification']),
    notification_type: orNull(
      Type.Enum(['cloud_app', 'advisories', 'sub_processor', 'url_change_notification']),
    ),
    type: orNull(
      Type.Enum([
        'core_cloud_services',
        'core_cloud_services_maintenance',
        'datacenter_issue',
        'other_maintenance',
        'datacenter_maintenance',
      ]),
    ),
    incident_type: orNull(Text),
    event_type: Type.Enum([
      'scheduled',
      'informational',
      'completed',
      'postponed',
      'service_disruption',
      'service_degradation',
      'under_investigation',
      'security_advisory',
    ]),
    title: Text,
    alias: Text,
    summary: Text,
    body: Text,
    status_id: Id,
    severity_tid: Id,
    tags: Type.Array(Text),
    clusters: Type.Array(Text),
    created_at: Moment,
    posted_on: orNull(Moment),
    closed_on: orNull(Moment),
    from_time: orNull(Moment),
    to_time: orNull(Moment),
    actual_from_time: orNull(Moment),
    actual_to_time: orNull(Moment),
    updated_on: Moment,
    author: orNull(Text),
    created_by: orNull(Text),
    updated_by: orNull(Text),
    resolved_by: orNull(Text),
    customer_impact: orNull(Text),
    available_workaround: orNull(Text),
    how_found: orNull(Text),
    next_update: orNull(Moment),
    redirect: orNull(Text),
    cve_ids: Type.Array(Text),
    cvss_score: orNull(Type.Number()),
    cvss_vector: orNull(Text),
    // Files of the version before have neither of these.
    advisory: Type.Optional(orNull(AdvisoryFacts)),
    revisions: Type.Optional(Type.Array(Moment)),
    clouds: Type.Array(Id),
    services: Type.Array(Id),
    dataCenters: Type.Array(Id),
    updates: Type.Array(Update),
  },
  STRICT,
)
export type RecordPayload = Static<typeof RecordPayload>
