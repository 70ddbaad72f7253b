// My message settings, /user/settings/notifications: when, which where, single courses, devices.
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n.ts'
import { Region } from '../../parts/base/errors/region.tsx'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { SkeletonRows } from '../../ui/states.tsx'
import { AddressNote } from './address-note.tsx'
import { CoursesSection } from './courses-section.tsx'
import { DevicesSection } from './devices-section.tsx'
import { Matrix } from './matrix.tsx'
import { preferencesQuery, usePreferences } from './use-preferences.ts'
import { WhenSection } from './when-section.tsx'
import { Section } from '../../parts/base/page/section.tsx'

export default function PreferencesPage() {
  const t = useTexts('preferences')
  return (
    <div className="mx-auto w-full max-w-[760px] px-6 py-5 max-tablet:px-4">
      <PageTitle title={t('title')} className="font-title text-title font-bold" />
      <Region at="preferences" title={t('failed')} skeleton={<SkeletonRows rows={8} />}>
        <Preferences />
      </Region>
    </div>
  )
}

function Preferences() {
  const t = useTexts('preferences')
  const { data } = useSuspenseQuery(preferencesQuery)
  const change = usePreferences()
  return (
    <>
      <AddressNote preferences={data} change={change} />
      <WhenSection preferences={data} change={change} />
      <Section title={t('what')}>
        <Matrix
          types={data.types}
          wanted={(_, channel, way) => (channel === 'mail' && data.mail_off && !way.forced ? false : way.wanted)}
          onChange={(type, channel, wanted, way) => change({ types: { [type]: { [channel]: wanted === way.standard ? null : wanted } } })}
        />
      </Section>
      <CoursesSection preferences={data} change={change} />
      <DevicesSection />
    </>
  )
}
