import { GoogleIncidents } from '../../../contract/google-incidents.ts'
import { googleIncidentsPath } from '../../../domain/machine-paths.ts'
import { helpOnCloud, recordWithHelp } from '../../help-on-cloud.ts'
import { recordsOfCloud } from '../../record-shelf.ts'
import { cloudOfDomain } from '../cloud-of-domain.ts'
import type { DocumentFamily } from '../document.ts'
import { googleIncident } from './google-incident.ts'

const INCIDENTS_AT_MOST = 100

/** L-03: the incident history in the format of Google Cloud. */
export const googleFamily: DocumentFamily = {
  tag: 'Google Cloud incidents',
  routes: [
    {
      path: googleIncidentsPath(':cloudDomain'),
      summary: 'The 100 latest incidents of a cloud',
      type: 'application/json; charset=utf-8',
      answer: GoogleIncidents,
      find: (edition, { cloudDomain }) => {
        const cloud = cloudOfDomain(edition, cloudDomain)
        if (cloud === undefined) return undefined
        return {
          address: googleIncidentsPath(cloud.domain),
          cloud: cloud.machine_name,
          write: ({ publicUrl, isGovDeployment }) => {
            const help = helpOnCloud(edition, cloud, isGovDeployment)
            const records = recordsOfCloud(edition.records, 'incident', cloud.id).slice(0, INCIDENTS_AT_MOST)
            return {
              body: JSON.stringify(
                records.map((record) =>
                  googleIncident({ edition, publicUrl, cloud }, recordWithHelp(record, help)),
                ),
              ),
            }
          },
        }
      },
      addresses: ({ site }) => site.clouds.map(({ domain }) => googleIncidentsPath(domain)),
    },
  ],
}
