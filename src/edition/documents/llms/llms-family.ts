import { FEEDS, feedPath } from '../../../domain/feed-name.ts'
import { rangesFile } from '../../../domain/ip-ranges/ip-ranges-query.ts'
import { verifierKeyText } from '../../../domain/log/checkpoint.ts'
import {
  API_DOCS_PATH,
  CSAF_PROVIDER_PATH,
  forMachinesPath,
  googleIncidentsPath,
  LLMS_TXT_PATH,
  LOG_PATH,
  MCP_PATH,
  maintenanceCalendarPath,
  OPEN_API_PATH,
  statuspagePath,
} from '../../../domain/machine-paths.ts'
import { defaultPath } from '../../../domain/menu.ts'
import { nextOpening } from '../../answers/open-at-centers.ts'
import { verdictOf } from '../../answers/verdict-answer.ts'
import { keyOfLog } from '../../log/log-key.ts'
import type { DocumentFamily, DocumentView } from '../document.ts'

/** A short description of this site for language models, as https://llmstxt.org specifies. */
export const llmsFamily: DocumentFamily = {
  tag: 'Discovery',
  routes: [
    {
      path: LLMS_TXT_PATH,
      summary: 'What this site is, as text for language models',
      type: 'text/plain; charset=utf-8',
      find: () => ({
        address: LLMS_TXT_PATH,
        write: (view) => ({ body: llmsTxt(view), until: soonestOpening(view) }),
      }),
      addresses: () => [LLMS_TXT_PATH],
    },
  ],
}

/** The sentence about a cloud changes when maintenance begins or ends. */
function soonestOpening({ edition, now }: DocumentView): Date | undefined {
  const times = edition.site.clouds.flatMap((cloud) => nextOpening(edition.records, cloud, now) ?? [])
  return times.length === 0 ? undefined : new Date(Math.min(...times.map((time) => time.getTime())))
}

function llmsTxt({ edition, now, publicUrl }: DocumentView): string {
  const { provider, clouds } = edition.site
  const link = (name: string, path: string, words: string) =>
    `- [${inBrackets(name)}](${publicUrl}${path}): ${words}`
  const [first] = clouds
  const key = keyOfLog(edition.log)
  return [
    `# ${oneLine(provider.name)} Trust`,
    '',
    `> Status, incidents, maintenance, security advisories and data centers of the clouds of ${oneLine(provider.name)}. Everything here is public, needs no key, and is published by the provider itself. Times are in UTC.`,
    '',
    `Each cloud is listed with its status when this file was requested; ask the MCP endpoint or the JSON API for the current one. A cloud is named by its \`machine_name\` in parameters and by its domain in paths.`,
    '',
    '## Clouds',
    '',
    ...clouds.map((cloud) =>
      link(
        cloud.title,
        defaultPath(cloud),
        `domain \`${cloud.domain}\`, machine_name \`${cloud.machine_name}\`. ${inBrackets(verdictOf(edition, cloud, now).sentences.join(' '))}`,
      ),
    ),
    '',
    '## For programs',
    '',
    link(
      'MCP',
      MCP_PATH,
      'Model Context Protocol over streamable HTTP, read only: status, incidents, maintenance, data centers',
    ),
    link('API documentation', API_DOCS_PATH, 'every address with its parameters and answers'),
    link('OpenAPI document', OPEN_API_PATH, 'the same for programs'),
    link('Feed of incidents', feedPath(FEEDS.incidents, undefined, 'json'), 'JSON Feed of all clouds'),
    link('Feed of maintenance', feedPath(FEEDS.maintenance, undefined, 'json'), 'JSON Feed of all clouds'),
    link('Calendar of maintenance', maintenanceCalendarPath(), 'iCalendar of all clouds'),
    link('Security advisories', CSAF_PROVIDER_PATH, 'CSAF 2.0'),
    ...(key === undefined
      ? []
      : [
          link(
            'Public log',
            LOG_PATH,
            `every version of every post, verifiable with \`candor verify ${publicUrl}\` and the key \`${verifierKeyText(key)}\``,
          ),
        ]),
    link('IP ranges', rangesFile('json'), 'addresses that data center traffic comes from'),
    ...(first === undefined
      ? []
      : [
          link(
            'Statuspage API',
            statuspagePath('summary', first.domain),
            'the v2 format that many tools read; the same under each domain',
          ),
          link(
            'Incidents',
            googleIncidentsPath(first.domain),
            'in the format of the Google Cloud status page; the same under each domain',
          ),
          '',
          '## Optional',
          '',
          link(
            'Developers',
            forMachinesPath(first.domain),
            'all formats on one page, with badges and a widget',
          ),
        ]),
    '',
  ].join('\n')
}

/** Text by staff must not end the line or break its markup. */
function oneLine(text: string) {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

function inBrackets(text: string) {
  return oneLine(text).replace(/[[\]\\]/g, '\\$&')
}
