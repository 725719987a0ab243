import type { City } from './city.ts'

export const ASIA_PACIFIC: readonly City[] = [
  ['Tokyo', 'JP', 35.68, 139.69, 'sspf'],
  ['Osaka', 'JP', 34.69, 135.5, 's'],
  ['Seoul', 'KR', 37.57, 126.98, 'su'],
  ['Incheon', 'KR', 37.46, 126.71, 's'],
  ['Hong Kong', 'HK', 22.32, 114.17, 'ssp'],
  ['Taipei', 'TW', 25.03, 121.57, 's'],
  ['Singapore', 'SG', 1.35, 103.82, 'ssp'],
  ['Johor Bahru', 'MY', 1.49, 103.74, 's'],
  ['Kuala Lumpur', 'MY', 3.14, 101.69, 's'],
  ['Bangkok', 'TH', 13.76, 100.5, 's'],
  ['Jakarta', 'ID', -6.21, 106.85, 'u'],
  ['Manila', 'PH', 14.6, 120.98, 'u'],
  ['Hanoi', 'VN', 21.03, 105.85, 'u'],
  ['Ho Chi Minh City', 'VN', 10.82, 106.63, 'u'],
  ['Shanghai', 'CN', 31.23, 121.47, 'p'],
  ['Beijing', 'CN', 39.9, 116.41, 'p'],
]

export const SOUTH_ASIA: readonly City[] = [
  ['Mumbai', 'IN', 19.08, 72.88, 'ssup'],
  ['Navi Mumbai', 'IN', 19.03, 73.03, 's'],
  ['New Delhi', 'IN', 28.61, 77.21, 'ss'],
  ['Noida', 'IN', 28.54, 77.39, 's'],
  ['Chennai', 'IN', 13.08, 80.27, 'ss'],
  ['Hyderabad', 'IN', 17.39, 78.49, 's'],
  ['Bengaluru', 'IN', 12.97, 77.59, 's'],
  ['Kolkata', 'IN', 22.57, 88.36, 's'],
  ['Colombo', 'LK', 6.93, 79.86, 'u'],
  ['Dhaka', 'BD', 23.81, 90.41, 'u'],
]

export const OCEANIA: readonly City[] = [
  ['Sydney', 'AU', -33.87, 151.21, 'sspf'],
  ['Melbourne', 'AU', -37.81, 144.96, 'sp'],
  ['Brisbane', 'AU', -27.47, 153.03, 's'],
  ['Perth', 'AU', -31.95, 115.86, 'u'],
  ['Canberra', 'AU', -35.28, 149.13, 'f'],
  ['Auckland', 'NZ', -36.85, 174.76, 'su'],
  ['Wellington', 'NZ', -41.29, 174.78, 'u'],
]
