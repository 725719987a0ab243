import { type Static, Type } from 'typebox'
import { CENTER_STATES } from '../domain/map/center-state.ts'

export const WidgetNotice = Type.Object(
  {
    provider: Type.String({ description: 'The provider of the cloud.' }),
    cloud: Type.String({ description: 'Its domain.' }),
    state: Type.Enum(CENTER_STATES, { description: 'The most severe open issue.' }),
    word: Type.String({ description: 'The status in one word.' }),
    message: Type.String({ description: 'The first sentence of the status page.' }),
    title: Type.Union([Type.String(), Type.Null()], { description: 'Of the most severe open incident.' }),
    count: Type.Integer({ description: 'Open incidents that affect something.' }),
    since: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    url: Type.String({ description: 'Where to read more: the page of the incident or of the cloud.' }),
  },
  { additionalProperties: false },
)
export type WidgetNotice = Static<typeof WidgetNotice>
