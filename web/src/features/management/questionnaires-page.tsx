// Surveys of the organisation, /management/questionnaires: each is put into many courses at once, as a task with its report.
import { useQuery } from '@tanstack/react-query'
import { ClipboardList, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type Answer, call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { invalidate, query } from '../../queries.ts'
import { useMe } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { date } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Pagination } from '../../ui/table/pagination.tsx'
import { Empty, SkeletonRows } from '../../ui/states.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { ManagementFrame } from './management-frame.tsx'
import { PartFailed } from './part-failed.tsx'
import { UseTemplateDialog } from './use-template-dialog.tsx'

export type Template = Answer<'GET /api/questionnaire-templates'>['items'][number]

export default function QuestionnairesPage() {
  const t = useTexts('management')
  return (
    <ManagementFrame title={t('entry.questionnaires')}>
      <Templates />
    </ManagementFrame>
  )
}

function Templates() {
  const t = useTexts('questionnaire')
  const { bound } = useMe()
  const [page, setPage] = useState(1)
  const { data, error, errorUpdatedAt, refetch } = useQuery(query('GET /api/questionnaire-templates', { query: { page, page_size: 50 } }))
  const [using, setUsing] = useState<Template>()
  const [deleting, setDeleting] = useState<Template>()
  if (error && !data) return <PartFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={4} />
  const remove = async ({ id }: Template) => {
    await call('DELETE /api/questionnaire-templates/:id', { params: { id } }).catch((failure: unknown) =>
      toast({ text: problemText(failure), error: true }),
    )
    setDeleting(undefined)
    await invalidate('GET /api/questionnaire-templates')
  }
  return (
    <>
      <p className="mb-3 max-w-[68ch] text-text-2">{t('templatesText')}</p>
      {data.items.length === 0 ? (
        <Empty title={t('noTemplates')} />
      ) : (
        <ul className="surface-card mb-3 divide-y divide-line">
          {data.items.map((one) => (
            <li key={one.id} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1.5 pr-2 pl-4">
              <ClipboardList aria-hidden size={18} strokeWidth={1.75} className="shrink-0 text-text-3" />
              <span className="min-w-[min(160px,60%)] flex-1 font-medium wrap-break-word">{one.title}</span>
              <span className="tabular text-small text-text-2">{t('questionCount', { count: one.questions })}</span>
              <span className="tabular text-small text-text-3">{date(one.updated_at)}</span>
              <Button icon={Send} onClick={() => setUsing(one)}>
                {t('use')}
              </Button>
              {!bound && <IconButton label={t('deleteTemplate', { title: one.title })} icon={Trash2} onClick={() => setDeleting(one)} />}
            </li>
          ))}
        </ul>
      )}
      {data.pages > 1 && <Pagination page={page} pages={data.pages} pageSize={50} total={data.total} onChange={setPage} simple />}
      {using && <UseTemplateDialog template={using} onClose={() => setUsing(undefined)} />}
      <Confirm
        open={deleting !== undefined}
        danger
        title={t('deleteAsk', { title: deleting?.title ?? '' })}
        confirmLabel={t('deleteDo')}
        onConfirm={() => deleting && remove(deleting)}
        onClose={() => setDeleting(undefined)}
      />
    </>
  )
}
