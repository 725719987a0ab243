import { CSAF_FOLDER } from '../../../domain/csaf/advisory-name.ts'
import { CSAF_FEED_PATH, CSAF_PROVIDER_PATH } from '../../../domain/machine-paths.ts'
import type { DocumentView } from '../document.ts'
import { advisoriesOf } from './advisories-of.ts'
import { CSAF_PUBLIC_KEY_PATH } from './csaf-paths.ts'
import { publisherOf } from './publisher-of.ts'

/** Where programs begin: who publishes advisories here, and where they lie. */
export function providerMetadata({ edition, publicUrl, signer }: DocumentView) {
  const [newest] = advisoriesOf(edition)
  return {
    canonical_url: `${publicUrl}${CSAF_PROVIDER_PATH}`,
    distributions: [
      { directory_url: `${publicUrl}${CSAF_FOLDER}/` },
      {
        rolie: {
          feeds: [
            {
              summary: 'All security advisories',
              tlp_label: 'WHITE',
              url: `${publicUrl}${CSAF_FEED_PATH}`,
            },
          ],
        },
      },
    ],
    // Not the edition's own time: what has nothing to do with advisories would make everybody read them anew.
    last_updated: (newest?.updated ?? edition.publishedAt).toISOString(),
    list_on_CSAF_aggregators: true,
    metadata_version: '2.0',
    mirror_on_CSAF_aggregators: true,
    ...(signer !== undefined && {
      public_openpgp_keys: [{ fingerprint: signer.fingerprint, url: `${publicUrl}${CSAF_PUBLIC_KEY_PATH}` }],
    }),
    publisher: publisherOf({ edition, publicUrl }),
    // To be trusted, all of it must be signed.
    role: signer === undefined ? 'csaf_provider' : 'csaf_trusted_provider',
  }
}
