export interface StatuspageData {
  page: { id: string } | undefined
  components: ImportedComponent[]
  incidents: ImportedIncident[]
  maintenances: ImportedIncident[]
}

type Maybe<T> = T | null | undefined

export interface ImportedComponent {
  id: string
  name: string
  description?: Maybe<string>
  group?: Maybe<boolean>
  group_id?: Maybe<string>
  start_date?: Maybe<string>
  created_at?: Maybe<string>
}

export interface ImportedIncident {
  id: string
  name: string
  status: string
  impact?: Maybe<string>
  created_at: string
  started_at?: Maybe<string>
  resolved_at?: Maybe<string>
  updated_at?: Maybe<string>
  scheduled_for?: Maybe<string>
  scheduled_until?: Maybe<string>
  /** Markdown. Only in the export of the manage API; the public API has it as an update with the status `postmortem`. */
  postmortem_body?: Maybe<string>
  /** Null while it is a draft there. */
  postmortem_published_at?: Maybe<string>
  components?: Maybe<{ id: string; status?: Maybe<string> }[]>
  incident_updates?: Maybe<ImportedUpdate[]>
}

export interface ImportedUpdate {
  id: string
  status: string
  body?: Maybe<string>
  created_at: string
  display_at?: Maybe<string>
}
