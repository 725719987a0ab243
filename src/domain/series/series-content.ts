import { fillPlaceholders } from '../newsroom/placeholders.ts'
import type { RecordContent } from '../newsroom/record-content.ts'
import type { Window } from './series-windows.ts'

/** The times of each record come from its window. The API has the same shape. */
export type SeriesContent = Omit<
  RecordContent,
  | 'kind'
  | 'notification_type'
  | 'status_id'
  | 'from_time'
  | 'to_time'
  | 'actual_from_time'
  | 'actual_to_time'
  | 'closed_on'
  | 'next_update'
>

export function contentOfWindow(
  content: SeriesContent,
  {
    window,
    statusId,
    values,
  }: { window: Window; statusId: number; values: Readonly<Record<string, string>> },
): RecordContent {
  return {
    ...fillPlaceholders(content, values),
    kind: 'maintenance',
    notification_type: null,
    status_id: statusId,
    from_time: window.from.toISOString(),
    to_time: window.to.toISOString(),
    actual_from_time: null,
    actual_to_time: null,
    closed_on: null,
    next_update: null,
  }
}
