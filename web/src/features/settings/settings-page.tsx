// Settings page: photo, language, time zone, theme and density, saved at once with the time; below them the sections of sign-in, account,
// profile, links, organisations and sessions.
import { Check } from 'lucide-react'
import { useState } from 'react'
import { localeNames, locales, useTexts } from '../../i18n.ts'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { Region } from '../../parts/base/errors/region.tsx'
import { useMe } from '../../session/session.ts'
import { type SettingChanges, saveSettings } from '../../shell/appearance.ts'
import { Select } from '../../ui/fields/field.tsx'
import { timeWithSeconds } from '../../ui/format.ts'
import { Segmented } from '../../ui/fields/segmented.tsx'
import { SingleKeysSwitch } from '../../ui/menus/single-keys-switch.tsx'
import { Bone } from '../../ui/states.tsx'
import { LinksSection } from './links-section.tsx'
import { OrganisationsSection } from './organisations-section.tsx'
import { PhotoField } from './photo-field.tsx'
import { ProfileSection } from './profile-section.tsx'
import { Section } from '../../parts/base/page/section.tsx'
import { RequestsSection } from './requests-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { SignInSection } from './sign-in-section.tsx'
import { ZoneField } from '../../parts/base/page/zone-field.tsx'
import { dateTimeIn } from '../../ui/format.ts'
import { deviceZone } from '../../ui/zone.ts'

export default function SettingsPage() {
  const t = useTexts('settings')
  const me = useMe()
  const { settings } = me
  const { change, state: saveState } = useSettings()
  return (
    <div className="mx-auto w-full max-w-[640px] px-6 py-5 max-tablet:px-4">
      <div className="mb-4 flex min-h-8 items-center gap-3">
        <PageTitle title={t('title')} />
        <span role="status" className="ml-auto text-caption">
          {saveState.kind === 'saving' && <span className="text-text-3">{t('saving')}</span>}
          {saveState.kind === 'saved' && (
            <span className="flex items-center gap-1 text-ok-text">
              <Check aria-hidden size={14} strokeWidth={2} />
              {t('saved', { time: timeWithSeconds(saveState.time) })}
            </span>
          )}
          {saveState.kind === 'failed' && <span className="text-bad-text">{t('notSaved', { why: saveState.text })}</span>}
        </span>
      </div>
      <div className="surface-card space-y-5 p-5">
        <PhotoField />
        <Select
          label={t('language')}
          help={t('languageHelp')}
          className="max-w-[320px]"
          value={settings.locale ?? 'auto'}
          onChange={(value) => void change({ locale: value === 'auto' ? null : value })}
          options={[
            { value: 'auto' as const, label: t('languageAuto') },
            ...locales.map((value) => ({ value, label: localeNames[value], lang: value })),
          ]}
        />
        <ZoneField
          label={t('zone')}
          help={t('zoneHelp', { time: dateTimeIn(Date.now(), settings.time_zone ?? deviceZone()) })}
          none={t('zoneDevice', { zone: deviceZone() })}
          value={settings.time_zone}
          onChange={(time_zone) => void change({ time_zone })}
        />
        <div>
          <p className="mb-1 font-medium">{t('theme')}</p>
          <Segmented
            label={t('theme')}
            value={settings.theme}
            onChange={(theme) => void change({ theme })}
            options={[
              { value: 'system', label: t('themeSystem') },
              { value: 'light', label: t('themeLight') },
              { value: 'dark', label: t('themeDark') },
            ]}
          />
        </div>
        <div>
          <p className="mb-1 font-medium">{t('density')}</p>
          <Segmented
            label={t('density')}
            value={settings.density}
            onChange={(density) => void change({ density })}
            options={[
              { value: 'compact', label: t('densityCompact') },
              { value: 'default', label: t('densityDefault') },
              { value: 'touch', label: t('densityTouch') },
            ]}
          />
          <p className="mt-1 text-caption text-text-3">{t('densityHelp')}</p>
        </div>
        <SingleKeysSwitch />
      </div>
      <Region at="settings" skeleton={<AccountSkeleton />}>
        <Account />
      </Region>
    </div>
  )
}

const AccountSkeleton = () => (
  <div className="late mt-6 space-y-3">
    <Bone className="h-5 w-32" />
    <Bone className="h-28" />
    <Bone className="h-5 w-32" />
    <Bone className="h-28" />
  </div>
)

function Account() {
  const t = useTexts('settings')
  const me = useMe()
  const organisationData = [
    ['name', me.name],
    ['userNo', me.user_no],
    ['organisation', me.org?.name],
    ['department', me.department?.name],
  ] as const
  return (
    <>
      <SignInSection />
      <Section title={t('account')} help={t('setByOrganisation')}>
        <dl className="surface-card divide-y divide-line">
          {organisationData
            .filter(([, value]) => value)
            .map(([key, value]) => (
              <div key={key} className="flex flex-wrap gap-x-4 px-5 py-2.5">
                <dt className="w-32 text-text-2">{t(key)}</dt>
                <dd className="min-w-0 flex-1">{value}</dd>
              </div>
            ))}
        </dl>
      </Section>
      <ProfileSection />
      <LinksSection />
      <OrganisationsSection />
      <RequestsSection />
      <SessionsSection />
    </>
  )
}

type SaveState = { kind: 'idle' } | { kind: 'saving' } | { kind: 'saved'; time: number } | { kind: 'failed'; text: string }

/** Saves changes at once; its state is shown beside the title. */
function useSettings() {
  const [state, setState] = useState<SaveState>({ kind: 'idle' })
  const change = async (changes: SettingChanges) => {
    setState({ kind: 'saving' })
    try {
      await saveSettings(changes)
      setState({ kind: 'saved', time: Date.now() })
    } catch (error) {
      setState({ kind: 'failed', text: problemText(error) })
    }
  }
  return { change, state }
}
