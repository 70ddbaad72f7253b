// Settings of the organisation, /management/settings: each part is saved on its own.
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../i18n.ts'
import { SkeletonRows } from '../../../ui/states.tsx'
import { ManagementFrame } from '../management-frame.tsx'
import { PartFailed } from '../part-failed.tsx'
import { AccessSettings, FeatureSettings, LookSettings, RecordSettings, SecuritySettings, UploadSettings } from './setting-parts.tsx'
import { AssociationCode } from './association-code.tsx'
import { settingsQuery } from './settings-form.tsx'

export default function OrganisationSettingsPage() {
  const t = useTexts('management')
  return (
    <ManagementFrame title={t('entry.settings')}>
      <Settings />
    </ManagementFrame>
  )
}

function Settings() {
  const { data, error, errorUpdatedAt, refetch } = useQuery(settingsQuery)
  if (error && !data) return <PartFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={8} />
  return (
    <div className="max-w-[760px] pb-16">
      <LookSettings />
      <AccessSettings />
      <FeatureSettings />
      <UploadSettings />
      <SecuritySettings />
      <RecordSettings />
      <AssociationCode settings={data} />
    </div>
  )
}
