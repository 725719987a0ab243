import { useState } from 'react'
import { Link } from 'react-router'
import type { DataCenterRow, DataCenterValues } from '../../../contract/admin/site/data-centers.ts'
import type { FieldSpec } from '../form/field-spec.ts'
import { PlaceOnMap } from '../map/place-on-map.tsx'
import { NounScreen } from '../noun/noun-screen.tsx'
import { onceAllAreThere, useRows } from '../noun/use-rows.ts'
import { goalsField } from './goals-field.tsx'
import { optionsOf } from './options-of.ts'
import { today } from './today.ts'

export function DataCentersPart() {
  const read = useRows('data-centers')
  const regionsRead = useRows('regions')
  const regions = regionsRead.rows
  const cloudsRead = useRows('clouds')
  const clouds = cloudsRead.rows
  const [typed, setTyped] = useState('')
  const looked = typed.trim().toLowerCase()
  const isFound = ({ name, city, country_code }: DataCenterRow) =>
    `${name} ${city} ${country_code}`.toLowerCase().includes(looked)
  return (
    <NounScreen
      read={onceAllAreThere(read, regionsRead, cloudsRead)}
      spec={{
        path: 'data-centers',
        part: 'data-centers',
        one: 'data center',
        title: 'Data centers',
        lead: 'Where the clouds run, with map positions.',
        actions: (
          <Link className="button" to="/admin/site/regions">
            Regions
          </Link>
        ),
        above: (
          <input
            type="search"
            aria-label="Find a data center"
            placeholder="Name, city or country"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        ),
        words: (center) => ({
          name: center.name,
          detail: `${center.city}, ${center.country_code}${marksOf(center)}`,
        }),
        groups: (rows) =>
          regions
            .map((region) => ({
              key: region.id,
              title: region.title,
              rows: rows.filter((center) => center.region_tid === region.id && isFound(center)),
              empty: 'No data centers.',
            }))
            .filter((group) => looked === '' || group.rows.length > 0),
        // The order of a filtered list would be ambiguous.
        ...(looked === '' && { order: 'group' as const }),
        canRetire: true,
        fresh: {
          region_tid: regions[0]?.id ?? 1,
          name: '',
          city: '',
          country_code: '',
          latitude: Number.NaN,
          longitude: Number.NaN,
          is_premium: false,
          is_fedramp_moderate: false,
          has_regional_surcharge: false,
          opened_on: today(),
          closed_on: null,
          clouds: [],
          goals: [],
        },
        fields: (row) =>
          fieldsFor({
            regions: optionsOf(regions, ({ title }) => title),
            clouds: optionsOf(clouds, ({ title }) => title),
            others: read.rows.filter(({ id, is_retired }) => id !== row?.id && !is_retired),
          }),
      }}
    />
  )
}

function marksOf({ is_premium, is_fedramp_moderate, has_regional_surcharge }: DataCenterRow) {
  const marks = [
    is_premium && 'premium',
    is_fedramp_moderate && 'FedRAMP Moderate',
    has_regional_surcharge && 'surcharge',
  ].filter((mark) => mark !== false)
  return marks.length === 0 ? '' : ` · ${marks.join(', ')}`
}

function fieldsFor({
  regions,
  clouds,
  others,
}: {
  regions: readonly { value: number | string; words: string }[]
  clouds: readonly { value: number | string; words: string }[]
  others: readonly DataCenterRow[]
}): FieldSpec<DataCenterValues>[] {
  return [
    { kind: 'text', name: 'name', label: 'Name', maxLength: 100, isHalf: true },
    { kind: 'choice', name: 'region_tid', label: 'Region', options: regions, isHalf: true },
    { kind: 'text', name: 'city', label: 'City', maxLength: 100, isHalf: true },
    {
      kind: 'text',
      name: 'country_code',
      label: 'Country',
      hint: 'Two letters, such as DE.',
      maxLength: 2,
      isCode: true,
      isHalf: true,
    },
    {
      kind: 'own',
      name: 'latitude',
      label: 'Latitude',
      words: ({ latitude }) => String(latitude),
      render: ({ values: { latitude, longitude }, set }) => (
        <PlaceOnMap
          label="Place of the data center"
          place={
            Number.isFinite(latitude) && Number.isFinite(longitude) ? { latitude, longitude } : undefined
          }
          others={others}
          onPlace={(place) => {
            set('latitude', place.latitude)
            set('longitude', place.longitude)
          }}
        />
      ),
    },
    {
      kind: 'number',
      name: 'latitude',
      label: 'Latitude',
      hint: 'Degrees, south is negative.',
      isHalf: true,
    },
    {
      kind: 'number',
      name: 'longitude',
      label: 'Longitude',
      hint: 'Degrees, west is negative.',
      isHalf: true,
    },
    { kind: 'checks', name: 'clouds', label: 'Clouds that run in it', options: clouds },
    { kind: 'check', name: 'is_premium', label: 'Premium' },
    { kind: 'check', name: 'is_fedramp_moderate', label: 'FedRAMP Moderate' },
    { kind: 'check', name: 'has_regional_surcharge', label: 'Regional surcharge' },
    { kind: 'day', name: 'opened_on', label: 'Opened on', isHalf: true },
    { kind: 'day', name: 'closed_on', label: 'Closes on', isOptional: true, isHalf: true },
    goalsField(),
  ]
}
