/** The colors of the site (`ui/styles/tokens.css`; a test compares them). Mail programs don't support variables. */
export const LIGHT = {
  paper: '#fcfbf9',
  rule: '#dedad2',
  ink: '#141a21',
  ink2: '#4b555f',
  ink3: '#626c76',
  brand: '#0b4f6c',
  onBrand: '#ffffff',
  up: '#1b7a4b',
  disruption: '#b3261e',
  degradation: '#a35200',
  investigation: '#6b46c1',
  planned: '#1f5fa8',
  advisory: '#8a2c6b',
} as const

export const DARK: Record<keyof typeof LIGHT, string> = {
  paper: '#0f1419',
  rule: '#2b3641',
  ink: '#eef1f3',
  ink2: '#aab5be',
  ink3: '#8b98a3',
  brand: '#7cc4e0',
  onBrand: '#08202b',
  up: '#57c48c',
  disruption: '#ff8a7f',
  degradation: '#ffb35c',
  investigation: '#c0a6ff',
  planned: '#86b8f5',
  advisory: '#f09ccf',
}
