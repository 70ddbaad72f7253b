// The way to the page on which a text is written, in the header of its activity. The time of a draft of one's own is in its tooltip; on a phone a dot
// marks it.
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import type { Activity } from '../../parts/learning/course/content.ts'
import { paths } from '../../paths.ts'
import { query } from '../../queries.ts'
import { buttonLook } from '../../ui/button.tsx'
import { classes } from '../../ui/class-names.ts'
import { near } from '../../ui/format.ts'
import { Tooltip } from '../../ui/tooltip.tsx'

const words = ['editText', 'continueText'] as const

export function EditText({ activity: { id, course_id } }: { activity: Activity }) {
  const t = useTexts('activity')
  // what the page of writing has left in the cache is from when it was opened
  const { data, isFetchedAfterMount } = useQuery({ ...query('GET /api/activities/:id/draft', { params: { id } }), staleTime: 0, gcTime: 0 })
  const draft = isFetchedAfterMount ? data?.draft : undefined
  const word = draft ? 'continueText' : 'editText'
  const label = t(word)
  return (
    <Tooltip text={draft ? t('ownDraft', { time: near(draft.updated_at) }) : label} labels={!draft}>
      <Link to={paths.editText(course_id, id)} aria-label={label} className={`${buttonLook('secondary')} relative shrink-0`}>
        {/* as wide as the longer of both, so that nothing moves once the draft is known */}
        <span aria-hidden className="grid">
          {words.map((one) => (
            <span
              key={one}
              className={classes('col-start-1 row-start-1 flex items-center justify-center gap-1.5', one !== word && 'invisible')}
            >
              <Pencil aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
              <span className="max-tablet:hidden">{t(one)}</span>
            </span>
          ))}
        </span>
        {draft && <span aria-hidden className="absolute top-1.5 right-1.5 size-2 rounded-full bg-accent tablet:hidden" />}
      </Link>
    </Tooltip>
  )
}
