import type { Scope } from '../../domain/access.ts'

interface ScopeWords {
  name: string
  /** What a token with it may do, as the end of a sentence starting with `May`. */
  may: string
}

/** Z-08 */
export const SCOPE_WORDS: Record<Scope, ScopeWords> = {
  'records:read': {
    name: 'Read records',
    may: 'read records of every kind, drafts included, but no advisories under embargo',
  },
  'incidents:write': { name: 'Write incidents', may: 'open, update and resolve incidents' },
  'maintenance:write': { name: 'Write maintenance', may: 'plan, start, move and end maintenance' },
  'advisories:write': { name: 'Write advisories', may: 'publish and update security advisories' },
  'notifications:write': { name: 'Write notifications', may: 'publish and update notifications' },
  'site:read': { name: 'Read the site', may: 'read clouds, services and data centers' },
  'site:write': { name: 'Write the site', may: 'change the state of services and data centers' },
  'deliveries:read': { name: 'Read deliveries', may: 'read the progress of messages, without addresses' },
  'alerts:write': { name: 'Receive alerts', may: 'open and resolve incidents from Prometheus Alertmanager' },
  'imports:write': { name: 'Import', may: 'import content from another status page' },
  'channels:write': {
    name: 'Add channels',
    may: 'add webhooks, Slack and Teams channels to the account that created the token',
  },
  'approval:skip': {
    name: 'Publish without approval',
    may: 'publish at once what otherwise waits for a second person',
  },
}
