import { Type } from 'typebox'
import {
  DETAILS_CHARACTERS,
  PRODUCT_STATUSES,
  REFERENCES_AT_MOST,
  REMEDIATION_CATEGORIES,
  REMEDIATIONS_AT_MOST,
  SUMMARY_CHARACTERS,
  URL_CHARACTERS,
} from '../domain/csaf/advisory-facts.ts'

const STRICT = { additionalProperties: false }

export const ProductStatus = Type.Union([Type.Enum(PRODUCT_STATUSES), Type.Null()], {
  description: 'null: derived from the status',
})
export const Remediations = Type.Array(
  Type.Object(
    {
      category: Type.Enum(REMEDIATION_CATEGORIES),
      details: Type.String({ maxLength: DETAILS_CHARACTERS }),
      url: Type.Union([Type.String({ maxLength: URL_CHARACTERS }), Type.Null()]),
    },
    STRICT,
  ),
  { maxItems: REMEDIATIONS_AT_MOST },
)
export const References = Type.Array(
  Type.Object(
    {
      summary: Type.String({ maxLength: SUMMARY_CHARACTERS }),
      url: Type.String({ maxLength: URL_CHARACTERS }),
    },
    STRICT,
  ),
  { maxItems: REFERENCES_AT_MOST },
)
export const AdvisoryFacts = Type.Object(
  { product_status: ProductStatus, remediations: Remediations, references: References },
  STRICT,
)
