// The workplace messenger of the organisation, /management/workplace: chosen, its keys written, turned on or off, and tried.
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { useAttempt } from '../../../parts/base/errors/use-attempt.ts'
import { invalidate, queryClient } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { Banner } from '../../../ui/marks/banner.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import { ManagementFrame } from '../management-frame.tsx'
import { PartFailed } from '../part-failed.tsx'
import { type Workplace, workplaceQuery } from './queries.ts'
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
      {data.keepable ? <WorkplaceForm workplace={data} /> : <NotKeepable workplace={data} />}
      {data.kind && <WorkplaceTest key={data.version} />}
      <p className="mt-6 max-w-[68ch] text-caption text-text-3">{t('standIns')}</p>
    </div>
  )
}

/** Nothing can be kept where the server has no key; what is kept can be removed all the same, or the messenger could not be turned off. */
function NotKeepable({ workplace: { kind, version } }: { workplace: Workplace }) {
  const t = useTexts('workplace')
  const { busy, problem, attempt } = useAttempt()
  const remove = () =>
    attempt(async () => {
      try {
        const stored = await call('PUT /api/org/workplace', { body: { kind: null, on: false, version } })
        queryClient.setQueryData(workplaceQuery.queryKey, stored)
        toast({ text: t('saved') })
      } finally {
        await invalidate('GET /api/org/workplace', 'GET /api/workplace/chat')
      }
    })
  return (
    <div className="space-y-3">
      <Banner tone="warn">{t('notKeepable')}</Banner>
      {kind && (
        <div className="surface-card space-y-3 p-5 max-tablet:p-4">
          <p className="font-medium">{t(`messenger.${kind}`)}</p>
          <p className="max-w-[68ch] text-text-2">{t('removesNow')}</p>
          {problem && (
            <Banner tone="bad" urgent>
              {problem}
            </Banner>
          )}
          <Button variant="danger" busy={busy} onClick={() => void remove()}>
            {t('remove')}
          </Button>
        </div>
      )}
    </div>
  )
}
