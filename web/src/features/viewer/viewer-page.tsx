// Previewer as a page: /note-bene/pdf-viewer, /ofd-viewer and /aliyun-office-viewer, ?uploadId= for a file that I may see by myself or in an
// activity; with courseId and activityId the notes of that activity stand beside it.
import { Suspense } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { texts, useTexts } from '../../i18n.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { useAddressedGrant } from '../../parts/base/files/use-addressed-grant.ts'
import { PageTitle } from '../../parts/base/page/page-title.tsx'
import { paths } from '../../paths.ts'
import { buttonLook } from '../../ui/button.tsx'
import { Bone, Empty } from '../../ui/states.tsx'
import { laterDialog } from '../../ui/dialogs/later-dialog.tsx'

const Viewer = laterDialog(async () => {
  const [module] = await Promise.all([import('../../viewer/viewer.tsx'), texts('player')])
  return module
})
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export default function ViewerPage() {
  const t = useTexts('viewer')
  const shellText = useTexts('shell')
  const [query] = useSearchParams()
  const go = useNavigate()
  const id = (query.get('uploadId') ?? query.get('upload_id') ?? query.get('id') ?? '').toLowerCase()
  const name = query.get('fileName') ?? query.get('name') ?? t('file')
  const [course, activity] = [query.get('courseId') ?? '', query.get('activityId') ?? '']
  const place = uuid.test(course) && uuid.test(activity) ? { course, activity, note: query.get('note') ?? undefined } : undefined
  const known = uuid.test(id)
  const { grant, failure, renew } = useAddressedGrant(known ? id : undefined)
  if (!known)
    return (
      <div className="p-6">
        <PageTitle title={t('noSuchFile')} hidden />
        <Empty title={t('noSuchFile')}>
          <Link to={paths.home()} className={buttonLook('secondary')}>
            {shellText('toHome')}
          </Link>
        </Empty>
      </div>
    )
  if (failure)
    return (
      <div className="p-6">
        <PageTitle title={name} hidden />
        <ReadFailed {...failure} />
      </div>
    )
  return (
    <>
      <PageTitle title={name} hidden />
      <Suspense fallback={<Bone className="m-6 h-64" />}>
        <Viewer
          files={[{ id, name }]}
          index={0}
          grant={grant}
          place={place}
          {...(grant && { onRenew: renew })}
          onMove={() => {}}
          onClose={() => (window.history.length > 1 ? go(-1) : go(paths.resources()))}
          className="h-[calc(100dvh-var(--shown-bar))] min-h-[360px]"
        />
      </Suspense>
    </>
  )
}
