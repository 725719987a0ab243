import { Type } from 'typebox'
import { PLACE_KINDS } from '../domain/place-address.ts'
import { LONGEST_SEARCH } from '../domain/search-words.ts'
import { CloudName, Moment, RecordId } from './common.ts'
import { publicRead } from './endpoint.ts'

const Path = Type.String({ description: 'on this site' })

export const searchSite = publicRead({
  summary: 'Services, data centers, posts, questions and pages of a cloud that have all words of a search',
  tag: 'Search',
  query: Type.Object({
    cloud: CloudName,
    search: Type.String({
      maxLength: LONGEST_SEARCH * 4,
      description: `words or their beginnings; accents and case don't matter; the first ${LONGEST_SEARCH} characters count`,
    }),
  }),
  answer: Type.Object({
    data: Type.Object({
      asked: Type.String({ description: 'the search, as it was read' }),
      corrected: Type.Union([Type.String(), Type.Null()], {
        description: 'what was searched instead if a word occurs nowhere and a similar one does',
      }),
      places: Type.Array(
        Type.Object({
          kind: Type.Enum(PLACE_KINDS),
          name: Type.String(),
          group: Type.String({ description: 'the category of a service, the region of a data center' }),
          is_active: Type.Boolean(),
          path: Path,
        }),
      ),
      posts: Type.Array(
        Type.Object({
          id: RecordId,
          title: Type.String(),
          post_type: Type.String({ description: 'incident, maintenance, advisory or notification' }),
          status: Type.String(),
          at: Moment,
          text: Type.String({ description: 'its first words' }),
          path: Path,
        }),
      ),
      questions: Type.Array(Type.Object({ title: Type.String(), path: Path })),
      pages: Type.Array(Type.Object({ title: Type.String(), path: Path })),
      counts: Type.Object(
        { places: Type.Integer(), posts: Type.Integer(), questions: Type.Integer(), pages: Type.Integer() },
        { description: 'of all matches; the lists contain the best of each' },
      ),
    }),
  }),
})
