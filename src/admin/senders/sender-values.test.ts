import { expect, test } from 'vitest'
import type { SenderDetails } from '../../contract/admin/senders.ts'
import { MAPPING_OF_PRESET, SENDER_PRESETS } from '../../domain/senders/presets.ts'
import { senderValues, settingsOf } from './sender-values.ts'

test.each(SENDER_PRESETS)('the form gives back the settings of %s', (preset) => {
  const settings = {
    is_on: true,
    publishes: false,
    notifies: true,
    clouds: [1],
    services: [2],
    data_centers: [3],
    severity_tid: null,
    mapping: MAPPING_OF_PRESET[preset],
  }
  const values = senderValues({ ...settings, name: 'One' } as unknown as SenderDetails)
  expect(settingsOf(values)).toEqual(settings)
  const withEmptyRow = { ...values, 'mapping.places': [{ value: ' ', kind: 'cloud' as const, id: 1 }] }
  expect(settingsOf(withEmptyRow).mapping.places).toEqual([])
})
