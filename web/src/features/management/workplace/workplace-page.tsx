// The workplace messenger of the organisation, /management/workplace: chosen, its keys written, turned on or off, and tried.
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../i18n.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import { ManagementFrame } from '../management-frame.tsx'
import { PartFailed } from '../part-failed.tsx'
import { workplaceQuery } from './queries.ts'
import { WorkplaceForm } from './workplace-form.tsx'
import { WorkplaceTest } from './workplace-test.tsx'

export default function WorkplacePage() {
  const t = useTexts('management')
  return (
    <ManagementFrame title={t('entry.workplace')}>
      <Messenger />
    </ManagementFrame>
  )
}

function Messenger() {
  const t = useTexts('workplace')
  const { data, error, errorUpdatedAt, refetch } = useQuery(workplaceQuery)
  if (error && !data) return <PartFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={8} />
  return (
    <div className="max-w-[760px] pb-16">
      <p className="mb-3 max-w-[68ch] text-text-2">{t('text')}</p>
      {data.keepable ? <WorkplaceForm workplace={data} /> : <Banner tone="warn">{t('notKeepable')}</Banner>}
      {data.kind && <WorkplaceTest key={data.version} />}
      <p className="mt-6 max-w-[68ch] text-caption text-text-3">{t('standIns')}</p>
    </div>
  )
}
