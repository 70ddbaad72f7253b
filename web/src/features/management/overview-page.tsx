// The overview of the management: the numbers of the school, the courses to review, what could not be converted, who keeps most. Each part loads
// on its own and has pages of its own.
import { RotateCw } from 'lucide-react'
import { useId } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { reasonText } from '../../parts/base/uploads/upload-state.ts'
import { managementEntries } from '../../management.ts'
import { paths } from '../../paths.ts'
import { invalidate } from '../../queries.ts'
import { useMe } from '../../session/session.ts'
import { Avatar } from '../../ui/marks/avatar.tsx'
import { Button, buttonLook } from '../../ui/button.tsx'
import { bytes, date } from '../../ui/format.ts'
import { toast } from '../../ui/dialogs/toast.tsx'
import { Figures } from './figures.tsx'
import { ManagementFrame } from './management-frame.tsx'
import { Part, partSize } from './part.tsx'
import { type FailedUpload, failedUploads, reviews, type StorageOwner, storageOwners } from './queries.ts'
import { ReviewRow } from './review-row.tsx'
import { SameNumbers } from './same-numbers.tsx'
import { useReviewing } from './use-reviewing.tsx'

/** Of those without its numbers the first page that they may open. */
export default function OverviewPage() {
  const t = useTexts('management')
  const { org, bound, may } = useMe()
  const first = managementEntries.find(({ needs }) => may(needs))
  if (first && !may('statistics.read')) return <Navigate to={first.to} replace />
  return (
    <ManagementFrame
      title={t('overview')}
      aside={<span className="text-small text-text-2">{bound ? t('ofDepartment', { name: bound.name }) : org?.name}</span>}
    >
      <div className="space-y-6">
        <Figures />
        <ToReview />
        {may('files.manage') && (
          <div className="grid gap-6 small:grid-cols-2">
            <Failures />
            <Owners />
          </div>
        )}
        <SameNumbers />
      </div>
    </ManagementFrame>
  )
}

function ToReview() {
  const t = useTexts('management')
  const reviewing = useReviewing()
  return (
    <>
      <Part
        title={t('toReview')}
        read={(page) => reviews('waiting', page, partSize)}
        rowKey={({ id }) => id}
        row={(course) => <ReviewRow course={course} reviewing={reviewing} />}
        empty={t('noneToReview')}
        emptyText={t('noneToReviewText')}
        aside={
          <Link to={paths.audit()} className={buttonLook('link')}>
            {t('entry.audit')}
          </Link>
        }
      />
      {reviewing.dialog}
    </>
  )
}

function Failures() {
  const t = useTexts('management')
  return (
    <Part
      title={t('failures')}
      read={(page) => failedUploads(page, partSize)}
      rowKey={({ id }) => id}
      row={(file) => <Failure file={file} />}
      empty={t('noFailures')}
    />
  )
}

function Failure({ file: { id, name, reason, owner, course, created_at } }: { file: FailedUpload }) {
  const t = useTexts('management')
  const label = useId()
  const retry = () =>
    call('POST /api/uploads/:id/retry', { params: { id } }).then(
      async () => {
        toast({ text: t('retried', { name }) })
        await invalidate('GET /api/management/failed-uploads')
      },
      (error: unknown) => toast({ text: problemText(error), error: true }),
    )
  return (
    <div className="flex items-center gap-3 px-3.5 py-2.5">
      <div className="min-w-0 flex-1">
        <p id={label} className="line-clamp-2 text-body font-medium break-words" title={name}>
          {name}
        </p>
        <p className="text-caption text-text-2">{reasonText(reason)}</p>
        <p className="text-caption break-words text-text-3">{[course?.name, owner.name, date(created_at)].filter(Boolean).join(' · ')}</p>
      </div>
      <Button icon={RotateCw} aria-describedby={label} onClick={() => void retry()}>
        {t('retry')}
      </Button>
    </div>
  )
}

function Owners() {
  const t = useTexts('management')
  return (
    <Part
      title={t('owners')}
      read={(page) => storageOwners(page, partSize)}
      rowKey={({ id }) => id}
      row={(owner) => <Owner owner={owner} />}
      empty={t('noOwners')}
    />
  )
}

const Owner = ({ owner: { id, name, user_no, bytes: size } }: { owner: StorageOwner }) => (
  <div className="flex min-h-[52px] items-center gap-3 px-3.5 py-2">
    <Avatar id={id} name={name} src={null} size={32} />
    <div className="min-w-0 flex-1">
      <p className="truncate text-body font-medium">{name}</p>
      <p className="truncate text-caption text-text-3">{user_no}</p>
    </div>
    <span className="tabular shrink-0 text-small text-text-2">{bytes(size)}</span>
  </div>
)
