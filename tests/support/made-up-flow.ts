import type { ThreatFlow } from '../../src/web/threat-map/threat-flow.ts'

const COUNTRIES = {
  BR: { country: 'BR', country_name: 'Brazil', from: { latitude: -18.5, longitude: -47.5 } },
  US: { country: 'US', country_name: 'United States', from: { latitude: 39, longitude: -94 } },
  VN: { country: 'VN', country_name: 'Vietnam', from: { latitude: 16.5, longitude: 107 } },
}

const CENTERS = {
  frankfurt: { tid: 1, name: 'Frankfurt I', city: 'Frankfurt', latitude: 50.1, longitude: 8.7 },
  frankfurtTwo: { tid: 2, name: 'Frankfurt II', city: 'Frankfurt', latitude: 50.2, longitude: 8.6 },
  seattle: { tid: 3, name: 'Seattle I', city: 'Seattle', latitude: 47.6, longitude: -122.3 },
}

export function madeUpFlow({
  from = 'BR',
  to = 'frankfurt',
  category = 'malware',
  family = 'Emotet',
  blocked = 1000,
}: {
  from?: keyof typeof COUNTRIES
  to?: keyof typeof CENTERS
  category?: ThreatFlow['category']
  family?: string
  blocked?: number
} = {}): ThreatFlow {
  return { ...COUNTRIES[from], data_center: CENTERS[to], category, family, blocked }
}
