import { useEditing } from '../editor-context.ts'
import { CentersPicker } from '../pickers/centers-picker.tsx'
import { ServicesPicker } from '../pickers/services-picker.tsx'
import { TermsPicker } from '../pickers/terms-picker.tsx'
import { AdvisorySection } from './advisory-section.tsx'
import { DetailsSection } from './details-section.tsx'
import { InternalSection } from './internal-section.tsx'
import { Section } from './section.tsx'
import { TimesSection } from './times-section.tsx'
import { WhatSection } from './what-section.tsx'
import { WordsSection } from './words-section.tsx'

/** The whole of a record, in the order in which it is written at three in the morning. */
export function RecordForm({ hasFocusAtFirst }: { hasFocusAtFirst: boolean }) {
  const { kind } = useEditing().content
  return (
    <div>
      <WhatSection hasFocusAtFirst={hasFocusAtFirst} />
      <WordsSection />
      {kind === 'advisory' && <AdvisorySection />}
      {kind === 'maintenance' && <TimesSection />}
      <Section title={kind === 'notification' ? 'Who it concerns' : 'Where'}>
        {kind === 'notification' && <TermsPicker />}
        <ServicesPicker />
        <CentersPicker />
      </Section>
      {kind !== 'maintenance' && <TimesSection />}
      <DetailsSection />
      <InternalSection />
    </div>
  )
}
