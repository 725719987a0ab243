import type { ApprovalValues, MaintenanceValues, ProviderValues } from '../../contract/admin/site/settings.ts'
import { readSetting, type StoredSetting, writeSetting } from '../../db/site-editing/settings.ts'
import type { Capability } from '../../domain/access.ts'
import { emailAddress } from '../../domain/account/email-address.ts'
import { monthOf } from '../../domain/calendar/month.ts'
import { type GoalFrom, goalsError, type MinutesFrom, tidyGoals } from '../../domain/dated-goals.ts'
import { MINUTE_GOALS, PROMISE_GOALS } from '../../domain/informing/quarter-figures.ts'
import { approvalRulesOf } from '../../domain/newsroom/approval.ts'
import { timeOf } from '../../domain/newsroom/tidy-content.ts'
import { postMortemDaysOf, postMortemDaysProblem } from '../../domain/post-mortem.ts'
import { utcDay } from '../../domain/time.ts'
import { updatePolicyOf, updatePolicyProblem } from '../../domain/update-policy.ts'
import type { NewsroomDesk } from '../newsroom-desk.ts'
import type { Editor } from './editor.ts'
import { isHostName, isHttpsAddress } from './nouns/addresses.ts'
import { first } from './nouns/checks.ts'
import type { Errors } from './site-noun.ts'
import { oneLine, severalLines } from './typed-words.ts'
import { allOrNothing } from './verbs/all-or-nothing.ts'
import { named, type SaveOutcome } from './verbs/outcomes.ts'
import { recordChange } from './verbs/record-change.ts'

interface Setting<Values extends object> {
  key: 'provider' | 'maintenance' | 'approval'
  /** Readers don't see it, so it creates no edition. */
  isInternal?: boolean
  needs: Capability
  read(stored: StoredSetting['value']): Values
  tidy(typed: Values): Values
  check(values: Values, of: { before: Values; now: Date }): Errors
  alsoNeeds?(
    before: Values,
    after: Values,
  ): { capability: Capability; errors: Record<string, string> } | undefined
}

export const providerSetting: Setting<ProviderValues> = {
  key: 'provider',
  needs: 'edit-site',
  read: (stored) => ({
    name: text(stored.name),
    legal_name: text(stored.legal_name),
    help_url: text(stored.help_url),
    gov_help_url: text(stored.gov_help_url),
    feedback_email: text(stored.feedback_email),
    security_contact: text(stored.security_contact),
    update_every_hours: updatePolicyOf(stored.update_every_hours),
    post_mortem_days: postMortemDaysOf(stored.post_mortem_days),
    publish_goals: goalsOf<MinutesFrom>(stored.publish_goals),
    message_goals: goalsOf<MinutesFrom>(stored.message_goals),
    promise_goals: goalsOf<GoalFrom>(stored.promise_goals),
    staff_domains: Array.isArray(stored.staff_domains) ? stored.staff_domains.map(text) : [],
  }),
  tidy: (typed) => ({
    name: oneLine(typed.name),
    legal_name: oneLine(typed.legal_name),
    help_url: oneLine(typed.help_url),
    gov_help_url: oneLine(typed.gov_help_url),
    feedback_email: oneLine(typed.feedback_email),
    security_contact: oneLine(typed.security_contact ?? ''),
    update_every_hours: typed.update_every_hours ?? null,
    post_mortem_days: typed.post_mortem_days ?? null,
    publish_goals: tidyGoals(typed.publish_goals ?? []),
    message_goals: tidyGoals(typed.message_goals ?? []),
    promise_goals: tidyGoals(typed.promise_goals ?? []),
    staff_domains: [...new Set(typed.staff_domains.map((domain) => oneLine(domain).toLowerCase()))].filter(
      (domain) => domain !== '',
    ),
  }),
  check: (values, { before, now }) => {
    const thisMonth = monthOf(utcDay(now.getTime()))
    const minutesError = (name: 'publish_goals' | 'message_goals') =>
      goalsError(values[name] ?? [], { before: before[name] ?? [], thisMonth, rule: MINUTE_GOALS })
    const stranger = values.staff_domains.find((domain) => !isHostName(domain))
    return {
      name: first(values.name === '' && 'Please name the provider.'),
      legal_name: first(values.legal_name === '' && 'Please enter the name for the footer.'),
      help_url: wrongAddress(values.help_url),
      gov_help_url: wrongAddress(values.gov_help_url),
      feedback_email: first(
        values.feedback_email !== '' &&
          !isMailbox(values.feedback_email) &&
          'Please enter an address, such as feedback@example.com.',
      ),
      security_contact: first(
        !isSecurityContact(values.security_contact ?? '') &&
          'Please enter mailto: with an address, or an https address.',
      ),
      update_every_hours: updatePolicyProblem(values.update_every_hours ?? null),
      post_mortem_days: postMortemDaysProblem(values.post_mortem_days ?? null),
      publish_goals: minutesError('publish_goals'),
      message_goals: minutesError('message_goals'),
      promise_goals: goalsError(values.promise_goals ?? [], {
        before: before.promise_goals ?? [],
        thisMonth,
        rule: PROMISE_GOALS,
      }),
      staff_domains: first(stranger !== undefined && `${stranger} is not a domain, such as example.com.`),
    }
  },
  // These domains decide who may have a password here, which concerns people, not content (Z-05).
  alsoNeeds: (before, after) =>
    before.staff_domains.join() === after.staff_domains.join()
      ? undefined
      : {
          capability: 'manage-people',
          errors: { staff_domains: 'Only an administrator may change who counts as staff.' },
        },
}

export const maintenanceSetting: Setting<MaintenanceValues> = {
  key: 'maintenance',
  needs: 'close-site',
  read: (stored) => ({
    is_on: stored.is_on === true,
    message: text(stored.message),
    ends_at: timeOf(text(stored.ends_at)) ?? null,
  }),
  tidy: ({ is_on, message, ends_at }) => ({
    is_on,
    message: severalLines(message),
    ends_at: ends_at === null || ends_at === '' ? null : (timeOf(ends_at) ?? ends_at),
  }),
  check: ({ ends_at }) => ({
    ends_at: first(ends_at !== null && timeOf(ends_at) === undefined && 'Not a valid time.'),
  }),
}

export const approvalSetting: Setting<ApprovalValues> = {
  key: 'approval',
  isInternal: true,
  needs: 'edit-site',
  read: approvalRulesOf,
  tidy: ({ kinds, clouds, updates }) => ({
    ...approvalRulesOf({ kinds, clouds: [...new Set(clouds)].toSorted((a, b) => a - b), updates }),
  }),
  check: () => ({}),
}

export async function getSetting<Values extends object>({ db }: NewsroomDesk, setting: Setting<Values>) {
  return toRow(setting, await readSetting(db, setting.key))
}

export function saveSetting<Values extends object>(
  { db }: NewsroomDesk,
  setting: Setting<Values>,
  { version, values: typed, editor, now }: { version: number; values: Values; editor: Editor; now: Date },
): Promise<SaveOutcome<Values & { version: number }>> {
  return allOrNothing<SaveOutcome<Values & { version: number }>>(db, async (trx) => {
    const { key, needs } = setting
    const stored = await readSetting(trx, key)
    if (stored.version !== version) return { kind: 'conflict' }
    const before = toRow(setting, stored)
    // Keeps fields that an editor of an earlier version doesn't know.
    const values = setting.tidy({ ...before, ...typed })
    const errors = named(setting.check(values, { before, now }))
    if (errors !== undefined) return { kind: 'wrong', errors }
    const needed = setting.alsoNeeds?.(before, values)
    if (needed !== undefined && !editor.may(needed.capability))
      return { kind: 'wrong', errors: needed.errors }
    if (JSON.stringify({ ...values, version }) === JSON.stringify({ ...before, version }))
      return { kind: 'saved', row: before }
    await writeSetting(trx, { key, value: { ...stored.value, ...values }, at: now })
    const after = await getSetting({ db: trx }, setting)
    await recordChange(trx, {
      now,
      actor: editor.as(needs),
      action: 'change',
      entity: 'setting',
      entityId: key,
      before,
      after,
      shows: setting.isInternal ? undefined : 'site',
    })
    return { kind: 'saved', row: after }
  })
}

function toRow<Values extends object>(setting: Setting<Values>, { version, value }: StoredSetting) {
  return { ...setting.read(value), version }
}

function text(stored: unknown): string {
  return typeof stored === 'string' ? stored : ''
}

/** Only this setting writes them, so their shape is known. */
function goalsOf<G>(stored: unknown): G[] {
  return Array.isArray(stored) ? (stored as G[]) : []
}

/** Used in links of pages and mails, where some characters would start more than an address. */
function isMailbox(written: string): boolean {
  return emailAddress(written) !== undefined && !/[?&#%/]/.test(written)
}

function isSecurityContact(contact: string) {
  const [, mailbox] = /^mailto:(.*)$/.exec(contact) ?? []
  return contact === '' || (mailbox === undefined ? isHttpsAddress(contact) : isMailbox(mailbox))
}

function wrongAddress(url: string) {
  return first(url !== '' && !isHttpsAddress(url) && 'Please enter an https address.')
}
