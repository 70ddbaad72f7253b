// The files of an activity as a guest opens them, films and sounds too: by grants, without a play session, so that nothing is recorded.
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { guestQuery } from '../../guest-reads.ts'
import { texts, useTexts } from '../../i18n.ts'
import { signInAddress } from '../../session.ts'
import { Bone, Empty } from '../../ui/states.tsx'
import type { Activity } from '../course/content.ts'
import { ReadFailed } from '../errors/read-failed.tsx'
import { ActivityText } from './activity-text.tsx'
import { FileChips } from './file-chips.tsx'
import { FileStatus } from './file-status.tsx'
import { needsSignIn } from './guest-refusal.ts'

const Viewer = lazy(async () => {
  const [module] = await Promise.all([import('../../viewer/viewer.tsx'), texts('viewer', 'player')])
  return module
})
const frame = 'h-[min(78dvh,1100px)] max-tablet:h-[72dvh]'

export default function GuestFiles({ activity }: { activity: Activity }) {
  const t = useTexts('activity')
  const { id, uploads } = activity
  const [chosen, setChosen] = useState(0)
  const { data, error, errorUpdatedAt, refetch } = useQuery({
    ...guestQuery('GET /api/activities/:id/files', { params: { id } }),
    // the grants hold for four hours
    staleTime: 3 * 3_600_000,
    refetchInterval: ({ state }) =>
      state.data && uploads.some((file) => file.status === 'processing' && !state.data?.items.some((item) => item.upload_id === file.id))
        ? 10_000
        : false,
  })
  const index = uploads[chosen] ? chosen : 0
  const file = uploads[index]
  const granted = data?.items.find(({ upload_id }) => upload_id === file?.id)
  if (needsSignIn(error)) return <Navigate to={signInAddress()} replace />
  if (!file) return <Empty title={t('noFile')} />
  return (
    <div className="space-y-3">
      <FileChips files={uploads} index={index} onChoose={setChosen} />
      {error && !data ? (
        <ReadFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
      ) : data && !granted ? (
        <FileStatus file={file} teaches={false} />
      ) : (
        <Suspense fallback={<Bone className={`${frame} !rounded-card`} />}>
          <Viewer
            files={uploads}
            index={index}
            onMove={setChosen}
            grant={granted?.grant ?? null}
            onRenew={() => void refetch()}
            flows
            className={`${frame} overflow-hidden rounded-card border border-line`}
          />
        </Suspense>
      )}
      {activity.body.trim() && (
        <div className="max-w-(--measure) text-text-2">
          <ActivityText activity={activity} />
        </div>
      )}
    </div>
  )
}
