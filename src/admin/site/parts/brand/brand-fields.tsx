import { useId } from 'react'
import type { BrandDesk } from '../../../../contract/admin/site/brand.ts'
import {
  type AccentTheme,
  accentProblem,
  contrast,
  DEFAULT_ACCENT,
  darkAccentOf,
  isColor,
  nearestReadable,
} from '../../../../domain/brand/accent.ts'
import { FieldSet } from '../../../parts/field-set.tsx'
import { InputField } from '../../../parts/text-fields.tsx'
import { ColorField } from '../../form/color-field.tsx'
import type { FieldSpec, SetField } from '../../form/field-spec.ts'
import { BrandImageField } from './brand-image-field.tsx'
import styles from './brand-part.module.css'

export type BrandForm = BrandDesk['live']['values']

export function brandFields(mailFrom: BrandDesk['mail_from']): FieldSpec<BrandForm>[] {
  const domain = mailFrom.address.slice(mailFrom.address.lastIndexOf('@') + 1)
  return [
    { kind: 'text', name: 'name', label: 'Name of the provider', maxLength: 100 },
    {
      kind: 'own',
      name: 'logo_light',
      label: 'Logo',
      isHalf: true,
      words: ({ logo_light: src }) => src || '(standard)',
      render: ({ values, set, error }) => (
        <BrandImageField
          label="Logo"
          hint="PNG, JPEG, WebP, AVIF or SVG, best 108 pixels high or more, with a transparent background. Its alternative text is the name."
          error={error}
          as="logo"
          ground="light"
          src={values.logo_light}
          onChange={([src = '']) => set('logo_light', src)}
        />
      ),
    },
    {
      kind: 'own',
      name: 'logo_dark',
      label: 'Logo for the dark theme',
      isHalf: true,
      words: ({ logo_dark: src }) => src || '(the same on white)',
      render: ({ values, set, error }) => (
        <BrandImageField
          label="Logo for the dark theme"
          hint="Without one, the logo is shown on a white plate."
          error={error}
          as="logo"
          ground="dark"
          src={values.logo_dark}
          onChange={([src = '']) => set('logo_dark', src)}
        />
      ),
    },
    {
      kind: 'check',
      name: 'shows_name',
      label: 'Show the name beside the logo',
      hint: 'For a logo that is only a symbol.',
      isAsked: ({ logo_light: src }) => src !== '',
    },
    {
      kind: 'own',
      name: 'icons',
      label: 'Favicon',
      words: ({ icons }) => icons.at(-1) ?? '(standard)',
      render: ({ values, set, error }) => (
        <BrandImageField
          label="Favicon"
          hint="A square image of at least 192 pixels; 512 is best. It becomes the icon of tabs, bookmarks, phones and feeds."
          error={error}
          as="icon"
          ground="light"
          src={values.icons[4] ?? ''}
          onChange={(srcs) => set('icons', srcs)}
        />
      ),
    },
    accentField('light', 'accent_light', 'Accent color'),
    accentField('dark', 'accent_dark', 'Accent color in the dark theme'),
    {
      kind: 'area',
      name: 'footer_text',
      label: 'Footer text',
      hint: 'Above the links at the bottom of every page and mail, for example a company register entry.',
      rows: 3,
      maxLength: 500,
    },
    {
      kind: 'own',
      name: 'legal_links',
      label: 'Legal links',
      words: ({ legal_links: links }) =>
        links.map(({ label, url }) => `${label}: ${url}`).join(', ') || '(nothing)',
      render: ({ values, set, error }) => <LegalLinksField values={values} set={set} error={error} />,
    },
    {
      kind: 'text',
      name: 'sender_name',
      label: 'Sender of mail: name',
      hint: `Empty: ${mailFrom.name ?? 'the name of the provider and “Trust”'}.`,
      maxLength: 100,
      isHalf: true,
    },
    {
      kind: 'text',
      name: 'sender_address',
      label: 'Sender of mail: address',
      hint: `Empty: ${mailFrom.address}. Only addresses at ${domain}: the operator lets this site send from there (MAIL_FROM), and other domains fail SPF and DMARC.`,
      maxLength: 254,
      isCode: true,
      isHalf: true,
    },
    {
      kind: 'text',
      name: 'reply_to',
      label: 'Replies go to',
      hint: 'Any address of yours that people read. Empty: the sender.',
      maxLength: 254,
      isCode: true,
    },
  ]
}

function accentField(
  theme: AccentTheme,
  name: 'accent_light' | 'accent_dark',
  label: string,
): FieldSpec<BrandForm> {
  return {
    kind: 'own',
    name,
    label,
    isHalf: true,
    words: (values) => values[name] || '(standard)',
    render: ({ values, set, error }) => (
      <AccentField theme={theme} label={label} name={name} values={values} set={set} error={error} />
    ),
  }
}

function AccentField({
  theme,
  label,
  name,
  values,
  set,
  error,
}: {
  theme: AccentTheme
  label: string
  name: 'accent_light' | 'accent_dark'
  values: BrandForm
  set: SetField<BrandForm>
  error: string | undefined
}) {
  const typed = values[name]
  const light = values.accent_light
  const usual = theme === 'dark' && isColor(light) ? darkAccentOf(light) : DEFAULT_ACCENT[theme].brand
  const isWhole = isColor(typed)
  const problem = isWhole ? accentProblem(typed, theme) : error
  const shown = isWhole ? typed : usual
  const page = theme === 'light' ? '#fcfbf9' : '#0f1419'
  const hint = `${
    typed !== ''
      ? ''
      : theme === 'dark' && isColor(light)
        ? `Derived from the light one: ${usual}. `
        : `The standard: ${usual}. `
  }Links and buttons. Contrast on the page: ${(Math.floor(contrast(shown, page) * 10) / 10).toFixed(1)}:1. Statuses keep their colors.`
  return (
    <div className={styles.accent}>
      <ColorField
        label={label}
        name={name}
        hint={hint}
        error={problem}
        value={typed === '' ? usual : typed}
        onChange={(color) => set(name, color)}
      />
      <span className={styles.accentButtons}>
        {isWhole && problem !== undefined && (
          <button type="button" className="button" onClick={() => set(name, nearestReadable(typed, theme))}>
            Use {nearestReadable(typed, theme)}
          </button>
        )}
        {typed !== '' && (
          <button type="button" className="button" onClick={() => set(name, '')}>
            {theme === 'dark' && light !== '' ? 'Derive it from the light one' : 'Use the standard color'}
            <span className="hidden">: {label}</span>
          </button>
        )}
      </span>
    </div>
  )
}

const USUAL_LABELS = ['Privacy', 'Terms', 'Imprint', 'Accessibility']
const MOST_LINKS = 8

function LegalLinksField({
  values: { legal_links: links },
  set,
  error,
}: {
  values: BrandForm
  set: SetField<BrandForm>
  error: string | undefined
}) {
  const labels = useId()
  const change = (at: number, patch: Partial<BrandForm['legal_links'][number]>) =>
    set(
      'legal_links',
      links.map((link, index) => (index === at ? { ...link, ...patch } : link)),
    )
  return (
    <FieldSet
      legend="Legal links"
      hint="In the footer of every page and mail: an https address, or a path of this site."
      error={error}
    >
      {links.map((link, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity and no state
        <div key={at} className={styles.link}>
          <InputField
            label={`Label of link ${at + 1}`}
            value={link.label}
            maxLength={60}
            list={labels}
            onChange={(label) => change(at, { label })}
          />
          <InputField
            label={`Address of link ${at + 1}`}
            value={link.url}
            maxLength={2000}
            spellCheck={false}
            onChange={(url) => change(at, { url })}
          />
          <button
            type="button"
            className="button"
            onClick={() =>
              set(
                'legal_links',
                links.filter((_, index) => index !== at),
              )
            }
          >
            Remove
            <span className="hidden"> link {at + 1}</span>
          </button>
        </div>
      ))}
      <datalist id={labels}>
        {USUAL_LABELS.map((label) => (
          <option key={label} value={label} />
        ))}
      </datalist>
      {links.length < MOST_LINKS && (
        <div>
          <button
            type="button"
            className="button"
            onClick={() => set('legal_links', [...links, { label: nextLabel(links), url: '' }])}
          >
            Add a link
          </button>
        </div>
      )}
    </FieldSet>
  )
}

function nextLabel(links: BrandForm['legal_links']) {
  return USUAL_LABELS.find((label) => links.every((link) => link.label !== label)) ?? ''
}
