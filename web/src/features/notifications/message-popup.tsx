// The popup of a message that a teacher has sent to me: its whole text, over the list of my notifications.
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n.ts'
import { withParts } from '../../parts/base/rich-text/rich-text.tsx'
import { notificationOf } from '../../parts/learning/notifications/queries.ts'
import { lookOf } from '../../parts/learning/notifications/types.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { dateTime } from '../../ui/format.ts'
import { Bone } from '../../ui/states.tsx'

export default function MessagePopup({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts('notifications')
  const { data, isError } = useQuery(notificationOf(id))
  const { course, params } = data?.payload ?? {}
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      title={course?.name ?? t('title')}
      footer={<Button onClick={onClose}>{t('closeMessage')}</Button>}
    >
      {data ? (
        <>
          <p className="mb-3 text-caption text-text-3">
            {withParts(t(lookOf(data).text, { count: 1 }), {
              course: <bdi>{course?.name}</bdi>,
              title: <bdi>{data.payload.subject.title}</bdi>,
              person: <bdi>{data.sender?.name}</bdi>,
            })}
            {` · ${dateTime(data.created_at)}`}
          </p>
          <p className="whitespace-pre-line wrap-break-word">{params?.content ?? t('gone')}</p>
        </>
      ) : isError ? (
        <p>{t('gone')}</p>
      ) : (
        <Bone />
      )}
    </Dialog>
  )
}
