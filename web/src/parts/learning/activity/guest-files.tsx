// The files of an activity in the previewer, as a guest opens them: nothing is recorded.
import { lazy, Suspense, useState } from 'react'
import { texts, useTexts } from '../../../i18n.ts'
import { Bone, Empty } from '../../../ui/states.tsx'
import type { Activity } from '../course/content.ts'
import { ReadFailed } from '../../base/errors/read-failed.tsx'
import { Description } from './description.tsx'
import { FileChips } from './file-chips.tsx'
import { FileStatus } from './file-status.tsx'
import { GuestRefused, needsSignIn } from '../../base/sign-in/guest-refusal.tsx'
import { useGuestFiles } from './use-guest-files.ts'

const Viewer = lazy(async () => {
  const [module] = await Promise.all([import('../../../viewer/viewer.tsx'), texts('viewer', 'player')])
  return module
})
const frame = 'h-[min(78dvh,1100px)] max-tablet:h-[72dvh] max-tablet:min-h-[72dvh]'

export default function GuestFiles({ activity }: { activity: Activity }) {
  const t = useTexts('activity')
  const { uploads } = activity
  const [chosen, setChosen] = useState(0)
  const { loaded, error, errorUpdatedAt, grantOf, renew } = useGuestFiles(activity)
  const index = uploads[chosen] ? chosen : 0
  const file = uploads[index]
  const grant = grantOf(file?.id)
  if (needsSignIn(error)) return <GuestRefused error={error} />
  if (!file) return <Empty title={t('noFile')} />
  return (
    <div className="space-y-3">
      <FileChips files={uploads} index={index} onChoose={setChosen} />
      {error && !loaded ? (
        <ReadFailed error={error} at={errorUpdatedAt} onRetry={renew} />
      ) : loaded && !grant ? (
        <FileStatus file={file} teaches={false} />
      ) : (
        <Suspense fallback={<Bone className={`${frame} !rounded-card`} />}>
          <Viewer
            files={uploads}
            index={index}
            onMove={setChosen}
            grant={grant ?? null}
            onRenew={renew}
            flows
            className={`${frame} overflow-hidden rounded-card border border-line`}
          />
        </Suspense>
      )}
      <Description activity={activity} />
    </div>
  )
}
