import { escapeAttribute } from '../../domain/escape-html.ts'

export interface BadgeToEmbed {
  name: string
  /** `image` and `page` are absolute URLs. */
  image: string
  page: string
}

export function badgeMarkdown({ name, image, page }: BadgeToEmbed): string {
  return `[![Status of ${name.replace(/[[\]\\]/g, '\\$&')}](${image})](${page})`
}

export function badgeHtml({ name, image, page }: BadgeToEmbed): string {
  return `<a href="${escapeAttribute(page)}"><img src="${escapeAttribute(image)}" alt="Status of ${escapeAttribute(name)}"></a>`
}

export const WIDGET_MODES = ['floating', 'inline'] as const
export type WidgetMode = (typeof WIDGET_MODES)[number]
export const WIDGET_POSITIONS = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const
export type WidgetPosition = (typeof WIDGET_POSITIONS)[number]
export const WIDGET_THEMES = ['auto', 'light', 'dark'] as const
export type WidgetTheme = (typeof WIDGET_THEMES)[number]

export interface WidgetToEmbed {
  script: string
  cloud: string
  mode: WidgetMode
  position: WidgetPosition
  theme: WidgetTheme
  isAlwaysShown: boolean
}

export function widgetMarks(widget: Omit<WidgetToEmbed, 'script'>): Record<string, string> {
  const { cloud, mode, position, theme, isAlwaysShown } = widget
  const isFloating = mode === 'floating'
  return {
    'data-cloud': cloud,
    ...(!isFloating && { 'data-mode': mode }),
    ...(isFloating && position !== WIDGET_POSITIONS[0] && { 'data-position': position }),
    ...(theme !== WIDGET_THEMES[0] && { 'data-theme': theme }),
    ...(isFloating && isAlwaysShown && { 'data-show': 'always' }),
  }
}

export function widgetHtml(widget: WidgetToEmbed): string {
  const marks = Object.entries(widgetMarks(widget)).map(
    ([name, value]) => ` ${name}="${escapeAttribute(value)}"`,
  )
  return `<script src="${escapeAttribute(widget.script)}"${marks.join('')} async></script>`
}

export function widgetPolicy(publicUrl: string): string {
  return `script-src ${publicUrl}; connect-src ${publicUrl}`
}
