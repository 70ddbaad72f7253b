// The way to the page on which a text is written, in the header of its activity. A dot marks a draft of one's own, and the name of the link says its
// time.
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import type { Activity } from '../../parts/learning/course/content.ts'
import { paths } from '../../paths.ts'
import { query } from '../../queries.ts'
import { buttonLook } from '../../ui/button.tsx'
import { near, withReason } from '../../ui/format.ts'
import { Tooltip } from '../../ui/tooltip.tsx'

export function EditText({ activity: { id, course_id } }: { activity: Activity }) {
  const t = useTexts('activity')
  // what the page of writing has left in the cache is from when it was opened
  const { data, isFetchedAfterMount } = useQuery({ ...query('GET /api/activities/:id/draft', { params: { id } }), staleTime: 0, gcTime: 0 })
  const draft = isFetchedAfterMount ? data?.draft : undefined
  const own = draft ? t('ownDraft', { time: near(draft.updated_at) }) : undefined
  const label = withReason(t('editText'), own)
  return (
    <Tooltip text={own ?? label} labels>
      <Link to={paths.editText(course_id, id)} aria-label={label} className={`${buttonLook('secondary')} relative shrink-0`}>
        <Pencil aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
        <span className="max-tablet:hidden">{t('editText')}</span>
        {draft && <span aria-hidden className="absolute -top-1 -right-1 size-2.5 rounded-full border-2 border-surface bg-accent" />}
      </Link>
    </Tooltip>
  )
}
