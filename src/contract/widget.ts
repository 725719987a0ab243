import { type Static, Type } from 'typebox'
import { CLOUD_STATES } from '../domain/cloud.ts'

/** What the widget on pages of others shows. */
export const WidgetNotice = Type.Object(
  {
    cloud: Type.String({ description: 'Its domain.' }),
    state: Type.Enum(CLOUD_STATES, { description: 'The gravest thing that is open.' }),
    word: Type.String({ description: 'The state in a word.' }),
    message: Type.String({ description: 'The sentence that the site itself opens with.' }),
    title: Type.Union([Type.String(), Type.Null()], { description: 'Of the gravest open incident.' }),
    count: Type.Integer({ description: 'Open incidents that break something.' }),
    since: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    url: Type.String({ description: 'Where to read more: the incident, or the cloud.' }),
  },
  { additionalProperties: false },
)
export type WidgetNotice = Static<typeof WidgetNotice>
