/** The colours of the site (`web/styles/tokens.css`; a test compares). Mail programs know no variables. */
export const LIGHT = {
  paper: '#fcfbf9',
  rule: '#dedad2',
  ink: '#141a21',
  ink2: '#4b555f',
  ink3: '#626c76',
  brand: '#0b4f6c',
  onBrand: '#ffffff',
} as const

export const DARK: Record<keyof typeof LIGHT, string> = {
  paper: '#0f1419',
  rule: '#2b3641',
  ink: '#eef1f3',
  ink2: '#aab5be',
  ink3: '#8b98a3',
  brand: '#7cc4e0',
  onBrand: '#08202b',
}
