import type { City } from './city.ts'

export const LATIN_AMERICA: readonly City[] = [
  ['Mexico City', 'MX', 19.43, -99.13, 'su'],
  ['Querétaro', 'MX', 20.59, -100.39, 's'],
  ['Guatemala City', 'GT', 14.63, -90.51, 'u'],
  ['Panama City', 'PA', 8.98, -79.52, 'u'],
  ['Bogotá', 'CO', 4.71, -74.07, 'u'],
  ['Quito', 'EC', -0.18, -78.47, 'u'],
  ['Lima', 'PE', -12.05, -77.04, 'u'],
  ['Santiago', 'CL', -33.45, -70.67, 'su'],
  ['Buenos Aires', 'AR', -34.6, -58.38, 'u'],
  ['Montevideo', 'UY', -34.9, -56.16, 'u'],
  ['São Paulo', 'BR', -23.55, -46.63, 'ssup'],
  ['Rio de Janeiro', 'BR', -22.91, -43.17, 'u'],
  ['Fortaleza', 'BR', -3.73, -38.53, 'u'],
]

export const MIDDLE_EAST: readonly City[] = [
  ['Dubai', 'AE', 25.2, 55.27, 'uup'],
  ['Abu Dhabi', 'AE', 24.45, 54.38, 'u'],
  ['Riyadh', 'SA', 24.71, 46.68, 'u'],
  ['Jeddah', 'SA', 21.49, 39.19, 'u'],
  ['Doha', 'QA', 25.29, 51.53, 'u'],
  ['Manama', 'BH', 26.23, 50.59, 'u'],
  ['Kuwait City', 'KW', 29.38, 47.99, 'u'],
  ['Muscat', 'OM', 23.59, 58.41, 'u'],
  ['Tel Aviv', 'IL', 32.08, 34.78, 's'],
]

export const AFRICA: readonly City[] = [
  ['Johannesburg', 'ZA', -26.2, 28.05, 'up'],
  ['Pretoria', 'ZA', -25.75, 28.19, 'u'],
  ['Cape Town', 'ZA', -33.92, 18.42, 'u'],
  ['Nairobi', 'KE', -1.29, 36.82, 'u'],
  ['Lagos', 'NG', 6.52, 3.38, 'u'],
  ['Accra', 'GH', 5.6, -0.19, 'u'],
  ['Cairo', 'EG', 30.04, 31.24, 'u'],
  ['Casablanca', 'MA', 33.57, -7.59, 'u'],
]
