-- Plainer words in comments. Nothing else changes.

comment on sequence term_tid is
  'All terms (regions, data centers, services, …) share one sequence, because the public API takes a tid without saying what kind it is. Numbers below 2000 are fixed by the specification.';

comment on table edition is
  'One row with the number of the newest edition, which every publication raises in its transaction. The row lock serializes publications, so a reader never sees edition numbers go back.';
comment on column edition.site_number is
  'Edition at which anything other than records (clouds, menus, services, pages, …) last changed. While it is the same, web processes only load changed records.';
comment on column edition.published_at is
  'When the newest edition was published. Pages show it as their age.';
comment on column edition.threat_number is
  'Edition at which the threat figures last changed. Apart from site_number, because a year of figures is too much to load for every change to a menu.';
comment on column edition.history is
  'Changed by a restore, so that processes and clients with an older edition load everything again.';

comment on table settings is
  'What staff can configure while the site runs (name, help addresses, staff domains). Addresses, ports and secrets of the process are in its environment, never here.';

comment on table products is 'Product groups, the headings of the cloud selector.';
comment on column products.retired_at is 'If set, no longer offered. Clouds that already have it keep it.';

comment on table clouds is
  'The clouds that visitors choose from. A cloud is retired, never deleted: it disappears from the site, but old records still show its name.';
comment on column clouds.default_page is
  'Path below the domain where visitors land, including those who open a page that is hidden on this cloud.';
comment on column clouds.maintenance_tid is
  'The number that subscribes to all maintenance of this cloud in the public API.';
comment on column clouds.advisory_tid is
  'The number that subscribes to all advisories of this cloud in the public API.';

comment on table cloud_banners is
  'Banners at the top of the home pages of clouds. A cloud without a row has no banner.';

comment on table menu_items is
  'Both menus. The main menu decides which paths exist: each item names the component that its path shows.';
comment on column menu_items.key is
  'The ID in the public API, for example cloud-status. Unlike the label, it never changes.';
comment on column menu_items.parent_id is 'Set for the items of a dropdown. The parent is in the same menu.';
comment on column menu_items.route is
  'Path or URL. In the top menu, the default for commercial clouds; menu_item_cloud_routes has the exceptions. Empty for a dropdown without its own page.';
comment on column menu_items.deep_link is 'The path is relative to the domain of the selected cloud.';
comment on column menu_items.retired_at is 'If set, hidden on every cloud.';

comment on table menu_item_cloud_routes is
  'Where items of the top menu lead on a cloud, if not to their default route.';

comment on table menu_item_hidden_clouds is
  'Clouds on which an item is hidden. Its path leads to the default page there. A new cloud shows everything.';

comment on table severities is
  'How severe a record is. The six from the specification keep their numbers forever.';
comment on column severities.color_code is
  'For clients of the public API. Our own pages take the color from the theme.';
comment on column severities.rank is
  'Higher is more severe. Decides the color of a day and which subscribers are notified.';
comment on column severities.in_legend is 'Shown in the legend below the weekly timeline.';
comment on column severities.retired_at is 'If set, no longer offered. Records that already have it keep it.';

comment on table statuses is 'The status of a record, from Scheduled to Archived.';
comment on column statuses.class is 'CSS class that clients of the public API use for styling.';
comment on column statuses.is_closed is 'A record with this status is over.';
comment on column statuses.retired_at is 'If set, no longer offered. Records that already have it keep it.';

comment on table service_categories is 'Headings for the core cloud services of a cloud.';

comment on table services is 'Core cloud services. Each is one bar on the weekly timeline of its cloud.';
comment on column services.is_active is
  'False: decommissioned, shown as disabled. Separate from ended_on, which may be in the future.';

comment on table regions is
  'Parts of the world. They group data centers in lists, filters and subscriptions.';

comment on table data_centers is
  'Data centers of the provider. cloud_data_centers has the clouds that run in each.';

comment on table notification_terms is
  'Categories of notifications that users can subscribe to, mostly URL categories.';
comment on column notification_terms.group_name is 'The heading of the term on the subscription page.';

comment on table records is
  'Incidents, maintenance, advisories and notifications. Columns may become public when the record is published; confidential ones belong in record_internals. Published records are unpublished, never deleted: web processes that only load changes would not notice a missing row.';
comment on column records.type is 'What the record affects, as the public API names it.';
comment on column records.alias is 'Readable part of the URL. Unique, and never reused.';
comment on column records.body is 'HTML, sanitized before it is stored.';
comment on column records.publish_at is
  'When a scheduled record is published automatically. Stays as history.';
comment on column records.from_time is
  'Of maintenance, the start of the planned window; actual_from_time is when it really began. Of other records, the actual start.';
comment on column records.author is
  'Public byline: a team or a name that staff chose, never an account. The same goes for created_by, updated_by and resolved_by.';
comment on column records.next_update is 'When the next update is promised.';
comment on column records.redirect is
  'Readers are redirected there: a path on this site, or a URL with an allowed host.';
comment on column records.version is
  'Increases with every save. A save based on an older version is rejected.';
comment on column records.edition is
  'Edition at which anything readers see of this record last changed, including updates and links. Web processes load records that are newer than their edition.';
comment on column records.cve_ids is 'The vulnerabilities that an advisory covers, such as CVE-2026-12345.';
comment on column records.cvss_score is 'The highest score of its vulnerabilities, 0.0 to 10.0.';
comment on column records.cvss_vector is 'The CVSS vector of that score.';
comment on column records.publish_notifies is
  'Whether subscribers are notified when a scheduled record is published automatically.';
comment on column records.starts_by_itself is
  'Whether published maintenance becomes In Progress automatically when its window begins.';
comment on column records.ends_by_itself is
  'Whether maintenance in progress becomes Completed automatically when its window ends.';
comment on column records.remind_before_minutes is
  'When subscribers are reminded of maintenance, in minutes before its window.';
comment on column records.creation_key is
  'Optional key from the client, so that a retried request creates no second record.';
comment on column records.series_id is 'The series that created this maintenance.';
comment on column records.advisory is
  'Details of a security advisory: product status, remediations, references. See AdvisoryFacts. Null: no details.';
comment on column records.withdrawn_on is
  'When it was unpublished. Null if it isn''t, or if the previous release unpublished it; updated_on is close to that time.';
comment on column records.withdrawn_reason is
  'Public: what readers see at the address of an unpublished record. The reason for staff is in the audit log.';
comment on column records.trashed_at is
  'When staff discarded a record that was never published. It is only visible in the trash, and deleted after 30 days.';

comment on table record_internals is
  'Confidential fields of records, for staff only. A separate table, so that no query on records selects them by accident.';

comment on table record_clouds is
  'The clouds that a record affects. A notification without clouds is shown on all of them; other records can''t be published without one.';

comment on table record_services is
  'The services that a record affects. They decide where it appears on the weekly timeline.';
comment on column record_services.severity_tid is 'Null: same as the record.';

comment on table record_data_centers is 'The data centers that a record affects.';
comment on column record_data_centers.severity_tid is 'Null: same as the record.';

comment on table record_terms is 'The categories of a notification. Their subscribers are notified.';

comment on table record_updates is
  'Updates posted to a record, oldest first. Posting one sets the edition of its record.';
comment on column record_updates.severity_tid is 'Set if the update changed the severity.';
comment on column record_updates.body is 'HTML, sanitized before it is stored.';
comment on column record_updates.created_by is 'Public byline, like records.author.';
comment on column record_updates.removed_on is
  'Set if staff removed it. Readers see a note instead, and only the audit log has its text.';

comment on table pages is 'FAQ, compliance and policy pages, as sanitized HTML.';
comment on column pages.cloud_id is 'Null: for all clouds that have no page with this slug.';
comment on column pages.page_top is 'Text above the main part, such as above the compliance table.';
comment on column pages.version is 'Increases with every save. A save based on an older version is rejected.';
comment on column pages.column_titles is
  'Column titles of the table on this page, such as the compliance table. Empty: the default titles.';

comment on table compliance_rows is 'Features and capabilities with their estimated date of JAB approval.';
comment on column compliance_rows.cloud_id is 'Null: for all clouds.';
comment on column compliance_rows.date_text is 'An estimate as free text, such as Q3 2026.';

comment on table schedule_regions is
  'Rows of the table "Service Update Schedule (UTC)". Their titles are free text, unrelated to regions.';

comment on table schedule_cells is
  'One weekday in one row of the update schedule. Empty cells may be missing.';

comment on table users is
  'Subscribers and staff. Deleting a row also deletes all personal data. The audit log keeps what was done, but not by whom.';
comment on column users.id is 'The uid in the public API.';
comment on column users.email is
  'Lower case, so that no two accounts with a password have the same address. Null for staff whose identity provider vouches for no address.';
comment on column users.email_verified_at is 'Null: can choose subscriptions, but gets no messages yet.';
comment on column users.password_hash is
  'Argon2id with its parameters. Null for staff, and until a password is set.';
comment on column users.oidc_issuer is
  'Staff are identified by issuer and subject of their identity provider, never by email, and have no password here.';
comment on column users.locked_at is 'If set, can''t sign in, and open sessions end at their next request.';
comment on column users.username is
  'Can be used to sign in instead of the address. Contains no @, so it never equals an address.';
comment on column users.limit_clouds is
  'Clouds whose records this staff member can change. No limit if this and limit_products are null.';
comment on column users.limit_products is 'Products: all of their clouds are added to limit_clouds.';
comment on column users.came_by is
  'How the account of a customer was created. Null for staff, and for accounts older than this column.';

comment on table user_roles is
  'Roles of staff, mapped from the claims of the identity provider at each sign-in. Read with every request, so that a revoked role takes effect immediately.';

comment on table sessions is
  'Signed-in users. Tokens are stored as hashes, so a copy of this table can''t be used to sign in. The fill factor leaves space for updates of last_seen_at, the only column that changes often.';
comment on column sessions.last_seen_at is 'When the user was last active, for the idle limit.';
comment on column sessions.expires_at is 'The absolute limit, regardless of activity.';
comment on column sessions.opened_by is
  'How the user signed in: password, single sign-on, emergency link, the link in a message to a follower, or a link that a follower requested.';

comment on table one_time_tokens is 'Links sent by mail. Stored as SHA-256 hashes; each works once.';
comment on column one_time_tokens.email is
  'The address that the link verifies; for a change of email, the new one.';

comment on table throttles is
  'Attempts per account and per address. In the database, because an attacker can reach any of several processes.';
comment on column throttles.key is 'What is limited and for whom, such as login:address:192.0.2.7.';

comment on table subscriptions is
  'What users want to be notified of. The scopes maintenance, advisory, core_cloud_services, datacenter, premium_datacenters and terms cover all of a kind, including later additions. The scopes service, region, data_center, term and record cover one thing, given by tid.';
comment on column subscriptions.tid is 'The single thing, as the public API names it. Of a record, its ID.';
comment on column subscriptions.service_tid is
  'Like the next three columns, derived from scope and tid for a foreign key, so that a subscription always refers to something that exists.';
comment on column subscriptions.record_id is
  'Derived from scope and tid. A subscription to a single record ends some weeks after the record was closed.';

comment on table channels is
  'How users are notified: by mail, webhook, Slack or Teams, how often, and from which severity on.';
comment on column channels.address is
  'The URL that messages are posted to, sealed if SECRETS_KEY is set. Null for mail, which goes to the verified address of the account.';
comment on column channels.secret is
  'The key that signs webhook messages, sealed if SECRETS_KEY is set. Not a hash, because signing needs the key.';
comment on column channels.verified_at is 'Null: gets nothing but the message that verifies it.';
comment on column channels.disabled_reason is
  'Why sending stopped, as shown to the user, who can enable the channel again.';
comment on column channels.name is 'Chosen by the user. May be empty.';
comment on column channels.previous_secret is
  'The key before the last change. For a while messages are signed with both, so that the receiver can switch at any time.';
comment on column channels.failing_since is
  'When the first failure since the last success occurred. Null: the last message was delivered.';
comment on column channels.gets_reminders is
  'For staff: also sends reminders of promised updates here. Mail always does.';

comment on table publications is
  'The outbox. Each row is one act of publishing, written in its transaction. Deliveries are created from it later in batches, so that publishing takes no longer with a hundred thousand subscribers than with one.';
comment on column publications.notifies is 'False: published without notifying anyone.';
comment on column publications.idempotency_key is
  'A repeated request with the same key returns the same publication.';
comment on column publications.expanded_at is
  'When all deliveries had been created. Null: some recipients may still be missing.';
comment on column publications.expansion_cursor is 'Users up to this ID have their deliveries.';
comment on column publications.gravest_rank is
  'Highest severity rank of the record in any message so far, including this one. Everyone who was notified of the record by then also gets the message that closes it, even if its severity is low by then.';
comment on column publications.gravest_rank_before is
  'The same without this publication. Null for the first one of a record. If the severity rises above the minimum of a channel, this publication counts as the opening there.';
comment on column publications.cloud_ids is
  'Like the next three columns: what the record affected when it was published. They decide who is notified.';
comment on column publications.content is
  'What messages say. Public fields only; internal ones are in another table and never get here.';
comment on column publications.withdrawn_at is
  'When its record was unpublished. No more messages are sent from then on. Publishing the record again creates another publication.';
comment on column publications.told_at is
  'When the last message was sent, not counting daily digests. Set once all have been sent, because deliveries are deleted after a while and the duration is still needed.';

comment on table deliveries is
  'One message to one channel of one user about one publication. A unique key prevents sending it twice. Workers claim due rows with FOR UPDATE SKIP LOCKED and a lease, and only the worker with the newest fence may record the result.';
comment on column deliveries.state is
  'due: to be sent at due_at. leased: being sent; due again when the lease ends at due_at. sent. suppressed: not sent, because the channel was switched off or the address rejects mail. dead: given up; staff can retry.';
comment on column deliveries.due_at is 'Of a leased row, the end of its lease.';
comment on column deliveries.fence is
  'Increases with every claim. A worker that outlasts its lease finds a newer fence and can''t record its result.';
comment on column deliveries.provider_message_id is
  'The ID that the receiver gave to the message, for support cases.';
comment on column deliveries.kind is 'The kind of the channel, copied here so that counting needs no join.';
comment on column deliveries.lane is
  'Who sends it: mail, http, digest, or troubled for channels that failed last time, so that they don''t delay others.';
comment on column deliveries.priority is '0 is urgent and is sent before 1.';
comment on column deliveries.subscription_id is
  'One of the matching subscriptions, to explain the message. It may be deleted before the message is sent.';
comment on column deliveries.other_matches is
  'How many other subscriptions of the user matched. Unsubscribing from the message ends them, too.';
comment on column deliveries.unanswered is
  'How often it was sent completely but got no answer. Each of these may have arrived, so there are at most two.';
comment on column deliveries.managed_at is
  'When the sign-in link of this mail, or of a later one, was used. A link works once and invalidates earlier ones.';

comment on table audit_log is
  'Append-only, enforced by triggers. Written in the transaction of the change, so that neither exists without the other.';
comment on column audit_log.actor is
  'Who acted, in a form that can be kept when the account is deleted: a role, a token name or "system", not an email address.';
comment on column audit_log.before is
  'The changed fields before the change. Null for something new. Never a secret.';

comment on index audit_log_at_idx is
  'Rows arrive in order of time, so a few kilobytes of BRIN index years of them.';

comment on table threat_counts is
  'Blocked threats by day (UTC), category, family and the region whose data centers blocked them. A missing row means zero.';

comment on table threat_origins is
  'Where the blocked threats of a day came from, and which data center blocked them. The threat map shows the newest day.';

comment on table site_banners is
  'Banners that readers can dismiss, most severe first. Whole rows are public: a scheduled banner is in the edition, and only answers leave it out.';
comment on column site_banners.cloud_id is 'Null: on all clouds.';
comment on column site_banners.starts_at is 'Null: immediately.';
comment on column site_banners.ends_at is 'Null: until staff remove it.';

comment on table known_devices is
  'Browsers that signed in to an account before. Failed attempts by others don''t slow them down, so that attackers can''t lock the owner out.';

comment on table account_mails is
  'Queue of mails; a row is deleted when its mail was sent. One-time links are created when the mail is sent, so that no link is stored in clear text.';
comment on column account_mails.user_id is
  'Null for a forgotten password: the account is looked up when the mail is sent, so that the response time doesn''t reveal whether it exists.';
comment on column account_mails.due_at is
  'Claiming a row moves it forward by the lease. If the worker dies, the row becomes due again.';
comment on column account_mails.channel_id is
  'The channel that was added or switched off. Of a reminder, the channel that gets it instead of mail.';
comment on column account_mails.reminder_id is 'The promised update that the mail is about.';
comment on column account_mails.follow is
  'For confirm-follow: what the recipient wants to follow, with its name.';
comment on column account_mails.is_of_import is
  'Queued by an import of up to 100,000 people. Sent only if no other mail is due, because people are waiting for those.';

comment on table suppressions is
  'Addresses that permanently rejected our mail, as SHA-256 of the lower-case address. A row outlives the account, so that signing up again doesn''t bring the mail back; the hash reveals no address.';

comment on table send_slots is
  'Rate limits that all workers share: when the next mail can be sent, in total and to each domain. Empty without limits.';

comment on table secrets is
  'Keys that the site generates and all its processes share, such as the one for unsubscribe links.';
comment on column secrets.value is 'Sealed if SECRETS_KEY is set.';

comment on table delivery_totals is
  'How many deliveries each statement added to a publication, or deleted unsent. The sum is the total. Rows are only inserted, so that concurrent transactions don''t block each other.';

comment on table record_drafts is
  'Unpublished changes: the whole record as staff want it. Nothing public reads this table, so a draft can''t leak after a restart. Every save increases records.version.';

comment on table record_reminders is
  'Reminders that were sent. The start of the window is part of the key, so that postponed maintenance is reminded of again.';

comment on table record_templates is 'Templates for records, updates and post-mortems, with placeholders.';
comment on column record_templates.content is
  'Fields of a record, body and status of an update, or parts and actions of a post-mortem. {{name}} is a placeholder.';

comment on table maintenance_series is 'Recurring maintenance. Each window becomes a record.';
comment on column maintenance_series.rule is 'When it recurs, in its own time zone. See SeriesRule.';
comment on column maintenance_series.days_ahead is 'How many days before a window its record is published.';
comment on column maintenance_series.made_until is
  'Windows that begin until then have their records. Those that staff deleted or changed are not created again.';
comment on column maintenance_series.due_at is 'When the next record is created. Null: no windows are left.';
comment on column maintenance_series.last_problem is
  'Why the next record could not be created, for staff. Null: no problem.';

comment on table api_tokens is 'Keys of programs. A key is shown once; only its hash is stored.';
comment on column api_tokens.hint is 'The first characters of the key, so that people can tell keys apart.';
comment on column api_tokens.limit_clouds is
  'Clouds whose records this token can change. No limit if this and limit_products are null.';
comment on column api_tokens.limit_products is 'Products: all of their clouds are added to limit_clouds.';

comment on table api_requests is
  'Requests with an Idempotency-Key, for a day. A repeated request gets the same answer and has no further effect.';
comment on column api_requests.status is 'Null: in progress.';
comment on column api_requests.claimed_at is 'When a process last began to answer it.';

comment on table alert_groups is
  'The incident that a group of alerts opened. While it is open, further alerts of the group go to it.';
comment on column alert_groups.record_id is 'Null: staff deleted its draft.';
comment on column alert_groups.alerts is
  'The newest version of each alert, by fingerprint: its state and its text.';
comment on column alert_groups.telling is 'What was published about it, and how. See AlertPublishing.';
comment on column alert_groups.due_at is
  'When changes that came too soon after the last update are published.';

comment on table imported_things is
  'What was imported from another status page. Importing again only adds what is new.';
comment on column imported_things.source is 'The ID of the other page in its export.';

comment on table read_counts is 'Page views by kind of page and day (UTC). Nothing about readers is stored.';

comment on table token_allowances is
  'Rate limits of programs: what remained at a moment. It refills steadily up to at_once. was_allowed is the result of the last request.';

comment on table demo_identity is
  'Sign-ins in progress at the demo identity provider, so that any process can continue them.';

comment on table restores is 'When this database was restored from a backup, and when that backup was made.';
comment on column restores.made_at is 'When the backup was made. Later changes were not in it.';
comment on column restores.is_quiet is
  'Messages that were due before restored_at were not sent, because they may have been sent before.';

comment on table purges is
  'The edition for which external caches were last purged. One row for all processes.';
comment on column purges.number is 'Edition of the last purge, in that history.';
comment on column purges.claimed_until is 'Until then, one process is purging.';

comment on table ip_ranges is
  'IP ranges that traffic of a data center comes from. Rows stay when a range is removed, as the history that firewalls follow.';
comment on column ip_ranges.note is 'Readers see it.';

comment on table calendars is
  'Private calendar URLs with what a user subscribed to. Anyone who has the URL can read the calendar.';
comment on column calendars.secret_digest is 'SHA-256 of the secret in the URL, which is shown once.';

comment on table delivery_pauses is
  'Ways to send (mail, http) that a worker has paused, shown to staff. The row of a worker that died expires after two minutes.';

comment on table second_factor_apps is
  'Authenticator apps (TOTP, RFC 6238) that were confirmed with a code. One per account.';
comment on column second_factor_apps.secret is
  'Sealed if SECRETS_KEY is set. Read and written only by accounts/second-factor/app-secret.ts.';
comment on column second_factor_apps.last_step is
  'The time step of the last accepted code. Only codes of later steps are accepted, so each works once.';

comment on table passkeys is 'WebAuthn credentials, the second step after a password.';
comment on column passkeys.public_key is 'In COSE, as received from the authenticator.';
comment on column passkeys.counter is
  'The authenticator''s signature counter. If it goes back, the key was copied. Synced passkeys always send 0.';

comment on table recovery_codes is
  'For owners who lost their app and passkeys. Each code works once. Codes have 80 random bits, so a plain SHA-256 is enough.';

comment on table second_steps is
  'Sign-ins with a correct password that wait for the second step. The token is in a cookie and is good for nothing else.';
comment on column second_steps.challenge is 'What a passkey has to sign. Removed by the first answer.';

comment on table second_factor_setups is
  'An app or passkey that is being added, in a session that confirmed the password. It has no effect until it is confirmed.';

comment on table record_presence is
  'Pages of staff that have a record open. Each page renews its row every few seconds, and older rows are ignored.';
comment on column record_presence.tab is 'A random name that the page chooses.';
comment on column record_presence.is_posting is
  'Whether a dialog is open that posts to readers, such as an update.';
comment on column record_presence.is_post_mortem is 'Whether the page shows the post-mortem of the record.';

comment on table record_schedules is
  'The version of a scheduled record that will be published. Later edits are in record_drafts until someone confirms them. Records scheduled by an earlier release have no row: their draft is published.';

comment on table record_changes is
  'Changes of severity and affected places that were published, as lines of the public history.';
comment on column record_changes.update_id is 'The update that made the change. Null: an edit made it.';
comment on column record_changes.made_on is 'The time of the update or the edit.';
comment on column record_changes.severity_before is 'Null with a severity_after: unknown.';
comment on column record_changes.was_whole_cloud is
  'It named no service and no data center before, so it affected everything on its clouds.';
comment on column record_changes.place_states is 'Places whose own severity changed. See StateChange.';

comment on table subscriber_counts is
  'How many accounts follow something, by day (UTC). Past days can''t be counted later, because unfollowing deletes the row.';

comment on table images is
  'Images and attachments in texts by staff, as readers get them. The name is the last part of the URL, below /images/ or /attachments/: a digest of the bytes, the size or title, and the type. Images have no metadata and are at most as wide as a page.';
comment on column images.used_at is 'When a text last contained it. Deleted 30 days later.';
comment on column images.checked_at is 'When we last checked whether a text contains it.';

comment on table post_mortems is
  'Published post-mortems of incidents: a text in four parts, and actions with their state. Public.';
comment on column post_mortems.updated_on is 'When it was last changed after publication. Null: never.';

comment on table post_mortem_drafts is
  'Plans and unpublished changes for the post-mortem of an incident. Never public.';
comment on column post_mortem_drafts.content is 'The unpublished changes. Null: no changes.';
comment on column post_mortem_drafts.version is
  'Increases with every change, so that editors don''t overwrite each other.';
comment on column post_mortem_drafts.is_waived is 'Staff decided that this incident needs no post-mortem.';

comment on table team_notes is
  'Comments and handover notes that staff write about a record. Nothing public reads this table.';
comment on column team_notes.body is
  'Plain text; <@7> mentions account 7. Of a handover, the current situation. Empty after removal.';
comment on column team_notes.to_id is 'The person who is asked to take over. Null: anyone.';
comment on column team_notes.key is
  'Chosen by the browser. A retry with the same key creates no second note.';
comment on column team_notes.version is
  'Counts changes. Open pages compare the sum over a record to see whether something is new.';
comment on column team_notes.taken_by is
  'Who took over. If taken_at is set and this is null, the account was deleted.';

comment on table team_mentions is
  'People who are mentioned in a comment or asked to take over. A row stays after an edit, so that no one gets the same mail twice.';
comment on column team_mentions.told_at is
  'When a mail was queued. Null: the limit was reached, or they are the author.';

comment on table promise_reminders is
  'Reminders of promised updates that were sent to staff. A unique key ensures one per promise and step, with any number of processes.';

comment on table record_trash is
  'What staff discarded in the last 30 days: whole records that were never published, and unpublished changes to other records.';
comment on column record_trash.content is
  'The discarded changes, with the rest of the draft. Null: the record itself was discarded.';
comment on column record_trash.fields is 'The fields that differed from the published version.';
comment on column record_trash.embargo is
  'A copy of records.embargo from when it was discarded: who can still read it.';
comment on column record_trash.trashed_at is 'From the clock of the database.';

comment on table record_views is 'Saved filters for the list of records.';
comment on column record_views.query is 'The filters, as in the URL of the list. They grant no rights.';
comment on column record_views.private_to is
  'The owner. Null: shared with all staff, and kept when the account of its maker is deleted.';

comment on table record_view_defaults is 'The view that the list of records opens with, per person.';

comment on table senders is
  'Monitoring systems whose alerts become incidents. A sender has the key and the name of its token.';
comment on column senders.is_on is 'False: requests are logged, but have no effect.';
comment on column senders.clouds is
  'Like services, data_centers and severity_tid, used for alerts that name none.';
comment on column senders.mapping is 'How its JSON becomes an incident. See SenderMapping.';
comment on column senders.signing_secret is 'Sealed. Null: requests are not signed.';

comment on table sender_deliveries is
  'Requests of senders in the last 30 days with their results, without headers.';
comment on column sender_deliveries.results is 'One entry per incident, or why there is none.';
comment on column sender_deliveries.payload is
  'The body as received. Null: too long, or deleted because many came later.';

comment on table brands is
  'Versions of the look of the site. The one with the highest number is live; the others can be restored. Without rows, the site has the default look.';

comment on table brand_draft is 'The brand that staff are preparing. At most one row. Readers never see it.';
comment on column brand_draft.version is
  'Increases with every save, so that a save based on an older version is noticed.';

comment on table approvals is
  'Requests for a second person to approve a publication, and publications without approval.';
comment on column approvals.act is 'What happens to the record when it is approved. See ApprovalAct.';
comment on column approvals.version is
  'The version of the record at the time of the request. The request is void as soon as the record changes.';
comment on column approvals.state is
  'without: published in an emergency without a second person, and not reviewed yet. reviewed: someone reviewed that.';
comment on column approvals.note is 'From the requester. For "without", the reason.';
comment on column approvals.edited_by is 'Who saved this version last. They can''t approve it either.';

comment on table availability_goals is
  'Availability goals of services and data centers. Each applies from its month until the next one, so that a new goal doesn''t change past results.';

comment on column follow_links.choice is 'One record, or places on a cloud. See FollowChoice.';

comment on table log_head is
  'The state of the public log, which contains everything that was published and only grows. One row, written under the lock of the edition, so that entries are in edition order.';
comment on column log_head.log_id is
  'Random, because no two logs of a site may have the same name, not even after two restores of one backup. Empty before the first log.';
comment on column log_head.host is
  'The host of the site when its key was created, without https://. It is part of the name of every log and stays when the site moves.';
comment on column log_head.peaks is
  'Hashes of the complete subtrees, largest first, 32 bytes each. Appending needs nothing else of the tree.';
comment on column log_head.edition is 'The log contains everything up to this edition.';
comment on column log_head.history is
  'The edition''s history that it belongs to. Null before the first entry. A restore changes it.';
comment on column log_head.facts_digest is 'SHA-256 of the site''s facts in the log, to notice changes.';
comment on column log_head.public_key is
  'Ed25519, 32 bytes. Verifies checkpoints; stored here so that it is part of the edition. The private key is in secrets.';

comment on table log_entries is
  'Entries of the log in order. They never change, not even those of earlier logs.';
comment on column log_entries.entry is 'Canonical JSON (RFC 8785), exactly the hashed bytes.';
comment on column log_entries.hash is 'Leaf hash as in RFC 6962.';

comment on table log_faces is
  'What readers saw, by the hash in its log entry. Redacting removes text and salt; the log stays valid.';
comment on column log_faces.index is 'Of its log entry.';
comment on column log_faces.face is 'Canonical JSON, exactly the bytes that are hashed after the salt.';
comment on column log_faces.edition is
  'Of its log entry. Null: written by an earlier release; the next publication sets it.';
comment on column log_faces.published_at is
  'The time of its log entry, or of an earlier entry if that is later, so that it never goes back within a log. Null like edition.';
comment on column log_faces.is_rewrite is
  'Whether it changed what readers of the record had already seen, as opposed to a new update or step. Null like edition, for the facts of the site, and for older versions until the next start has compared them.';

comment on table follow_refusals is
  'Addresses that asked not to get confirmation mails for following. Stored as hashes, and deleted when the owner verifies the address in another way.';

comment on table message_times is
  'When the messages about the opening of an incident were sent. Pages show this after the deliveries were deleted.';

comment on table log_cosignatures is
  'The newest cosignature of each witness of the public log. Checkpoints of that size include it.';
comment on column log_cosignatures.witness is 'The verifier key of the witness: name, key ID and key.';
comment on column log_cosignatures.signature is
  'Key ID, time and signature, as in a signed note. Verified before it was stored.';
comment on column log_cosignatures.cosigned_at is 'According to the witness.';

comment on table subscriber_imports is 'Imports of subscribers. Deleted 30 days after they end.';
comment on column subscriber_imports.plan is
  'Hash of the file and the choices, so that the same import isn''t queued twice.';
comment on column subscriber_imports.people is 'Number of different addresses.';
comment on column subscriber_imports.failures is
  'Failed attempts at the current slice, not counting lost database connections.';

comment on table subscriber_import_slices is
  'What is left to import. A slice is deleted in the transaction that imports it; the rest are deleted when the import ends.';

comment on table subscriber_import_skips is
  'Lines that were not imported, or not completely, and why. They contain no addresses.';

comment on function records_refuse_delete() is
  'Prevents deleting records that were published: web processes that only load changes would show them forever.';

comment on function users_add_mail_channel() is
  'Gives every new account a mail channel, no matter how the account is created.';

comment on function deliveries_add_up() is
  'Updates delivery_totals with every statement on deliveries, including cascades from deleted accounts.';

create or replace function deliveries_add_up() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into public.delivery_totals (publication_id, kind, change)
    select publication_id, kind, count(*) from changed group by 1, 2;
  else
    -- What was sent still counts after its row is deleted.
    insert into public.delivery_totals (publication_id, kind, change)
    select publication_id, kind, -count(*)
    from changed
    where state <> 'sent' and exists (select from public.publications where publications.id = publication_id)
    group by 1, 2;
  end if;
  return null;
end
$$;
