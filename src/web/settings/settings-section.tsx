import type { ReactNode } from 'react'
import { RuledSection } from '../../ui/parts/ruled-section.tsx'
import { SECTIONS, type SectionId } from './settings-sections.ts'

/** A section of the settings under the name that the index has for it. */
export function SettingsSection(of: { name: SectionId; intro?: ReactNode; children?: ReactNode }) {
  return <RuledSection title={SECTIONS[of.name]} {...of} />
}
