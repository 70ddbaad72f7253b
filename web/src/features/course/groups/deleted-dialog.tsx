// Dialog of group sets and groups that were deleted within 30 days.
import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { type Answer, call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { invalidate, query } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { date, dateTime, timeWithSeconds } from '../../../ui/format.ts'
import { Empty, Failed, SkeletonRows } from '../../../ui/states.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { refreshGroups } from './queries.ts'

type Item = Answer<'GET /api/courses/:id/deleted-groups'>['items'][number]

export default function DeletedDialog({ course, onClose }: { course: string; onClose: () => void }) {
  const t = useTexts('groups')
  const { data, error, errorUpdatedAt, refetch } = useQuery(
    query('GET /api/courses/:id/deleted-groups', { params: { id: course }, query: { page_size: 100 } }),
  )
  const restore = async ({ id, kind, name }: Item) => {
    try {
      if (kind === 'group') await call('PUT /api/groups/:id/restore', { params: { id } })
      else await call('PUT /api/group-sets/:id/restore', { params: { id } })
      toast({ text: t('restored', { name }) })
    } catch (failure) {
      toast({ text: problemText(failure), error: true })
    } finally {
      await Promise.all([refreshGroups(), invalidate('GET /api/courses/:id/deleted-groups')])
    }
  }
  return (
    <Dialog open onClose={onClose} title={t('deleted')} description={t('deletedText')} width={560}>
      {!data && error ? (
        <Failed title={problemText(error)} at={timeWithSeconds(errorUpdatedAt)} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={3} />
      ) : data.total === 0 ? (
        <Empty title={t('nothingDeleted')} card={false} />
      ) : (
        <ul className="divide-y divide-line">
          {data.items.map((item) => (
            <li key={item.id} className="flex items-center gap-3 py-2">
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium">{item.name}</p>
                <p className="text-caption text-text-2">
                  {[
                    item.kind === 'group' ? item.set_name : t('set'),
                    item.deleted_by
                      ? t('deletedBy', { name: item.deleted_by.name, when: dateTime(item.deleted_at) })
                      : t('deletedWhen', { when: dateTime(item.deleted_at) }),
                    t('restorableUntil', { date: date(item.purge_at) }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              <Button size="sm" icon={Undo2} onClick={() => void restore(item)}>
                {t('restore')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
