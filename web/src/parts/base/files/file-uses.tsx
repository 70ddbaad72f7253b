// The activities and courses that use a file or a folder's files, a page at a time.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import { problemText } from '../errors/problem-text.ts'
import { query } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Pagination } from '../../../ui/table/pagination.tsx'
import { SkeletonText } from '../../../ui/states.tsx'
import type { FileItem } from './files-query.ts'

export type UsedFile = Pick<FileItem, 'id' | 'name' | 'is_folder'>

/** The activities that use a file, or anything in a folder, a page at a time. */
export function FileUseList({ file, named = false }: { file: UsedFile; named?: boolean }) {
  const t = useTexts('upload')
  const [page, setPage] = useState(1)
  const { data, error } = useQuery({
    ...query('GET /api/resources/:id/activities', { params: { id: file.id }, query: { page, page_size: 10 } }),
    placeholderData: keepPreviousData,
  })
  if (error && !data) return <p className="text-small text-bad-text">{problemText(error)}</p>
  if (!data) return <SkeletonText lines={2} />
  if (data.total + data.hidden === 0) return named ? null : <p className="text-small text-text-2">{t('nowhere')}</p>
  return (
    <section className="pb-2">
      {named && <h3 className="pt-2 text-small font-semibold break-all">{file.name}</h3>}
      <ul className="divide-y divide-line">
        {data.items.map((activity) => (
          <li key={`${activity.id} ${activity.upload_id}`} className="py-1.5 text-small">
            <Link
              to={activity.holder_kind === 'cover' ? paths.content(activity.course.id) : paths.activity(activity.course.id, activity.id)}
              className="font-medium text-accent-text hover:underline"
            >
              {activity.holder_kind === 'cover' ? t('asCover') : activity.title}
            </Link>
            <span className="block text-caption text-text-2">
              {activity.course.name}
              {file.is_folder && ` · ${activity.upload_name}`}
            </span>
          </li>
        ))}
      </ul>
      {data.hidden > 0 && <p className="py-1.5 text-small text-text-2">{t('usedElsewhere', { count: data.hidden })}</p>}
      {data.pages > 1 && (
        <Pagination simple scroll={false} page={data.page} pages={data.pages} pageSize={10} total={data.total} onChange={setPage} />
      )}
    </section>
  )
}

export function FileUsesDialog({ file, onClose }: { file: FileItem; onClose: () => void }) {
  const t = useTexts('upload')
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('usedInTitle', { name: file.name })}
      width={560}
      footer={
        <Button autoFocus onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      <FileUseList file={file} />
    </Dialog>
  )
}
