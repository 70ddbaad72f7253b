// The way to the page on which a text is written, for who teaches; a draft of their own is named beside it.
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import { query } from '../../../queries.ts'
import { buttonLook } from '../../../ui/button.tsx'
import { near } from '../../../ui/format.ts'
import type { Activity } from '../course/content.ts'

export function EditText({ activity: { id, course_id } }: { activity: Activity }) {
  const t = useTexts('activity')
  // what the page of writing has left in the cache is from when it was opened
  const { data, isFetchedAfterMount } = useQuery({ ...query('GET /api/activities/:id/draft', { params: { id } }), staleTime: 0, gcTime: 0 })
  const draft = isFetchedAfterMount ? data?.draft : undefined
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
      {draft && <p className="tabular text-small text-text-2">{t('ownDraft', { time: near(draft.updated_at) })}</p>}
      <Link to={paths.editText(course_id, id)} className={buttonLook('secondary', 'sm')}>
        <Pencil aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
        {t(draft ? 'continueText' : 'editText')}
      </Link>
    </div>
  )
}
