import { type Static, Type } from 'typebox'
import { OLDEST_TIMELINE_PAGE } from '../domain/constants.ts'

/** The request that programs written for older sites post to get the status of a cloud. */
export const LegacyCloudStatusBody = Type.Object({
  cloud: Type.String({
    maxLength: 200,
    description: 'such as `trust.example.net`: `trust.` and the domain of a cloud',
  }),
  requestType: Type.Optional(Type.Enum(['core_cloud_services', 'public', 'premium'])),
  dateOffset: Type.Optional(
    Type.Union(
      [
        Type.Integer({ minimum: 0, maximum: OLDEST_TIMELINE_PAGE }),
        Type.String({ pattern: '^([0-9]|1[0-2])$' }),
      ],
      { description: 'weeks back; 0 = now' },
    ),
  ),
})
export type LegacyCloudStatusBody = Static<typeof LegacyCloudStatusBody>

export const LegacyCloudStatus = Type.Object({
  data: Type.Object({
    severity: Type.Array(Type.Object({ tid: Type.Integer(), name: Type.String() })),
    category: Type.Array(
      Type.Object({
        tid: Type.Integer(),
        title: Type.String(),
        subCategory: Type.Array(
          Type.Object({
            tid: Type.Integer(),
            name: Type.String(),
            category_status: Type.Optional(
              Type.Object(
                { severityTid: Type.Integer(), short_description: Type.String() },
                { description: 'the most severe; absent if everything is running' },
              ),
            ),
          }),
        ),
      }),
      { description: 'always one, which holds everything: those programs read only the first' },
    ),
  }),
})
export type LegacyCloudStatus = Static<typeof LegacyCloudStatus>
