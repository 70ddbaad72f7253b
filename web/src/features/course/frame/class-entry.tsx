// The way into class mode in the header of a course, in a window of its own: for who leads classes always, for students while one runs.
import { useQuery } from '@tanstack/react-query'
import { Presentation } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import { query } from '../../../queries.ts'
import { buttonLook } from '../../../ui/button.tsx'
import { classes } from '../../../ui/class-names.ts'
import { Tooltip } from '../../../ui/tooltip.tsx'
import type { Course } from './queries.ts'

export default function ClassEntry({ course: { id, can } }: { course: Course }) {
  const t = useTexts('course-page')
  const { data } = useQuery({
    ...query('GET /api/courses/:id/class-sessions', { params: { id }, query: { page_size: 1 } }),
    staleTime: 60_000,
  })
  const href = paths.classMode(id)
  const target = `inclass-${id}`
  if (data?.running)
    return (
      <a href={href} target={target} className={classes(buttonLook('soft'), 'min-w-0 shrink-0')}>
        <Presentation aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
        {t('classIsOn')}
      </a>
    )
  if (!can.attendance) return null
  return (
    <Tooltip text={t('enterClass')} labels>
      <a
        href={href}
        target={target}
        aria-label={t('enterClass')}
        className="inline-flex size-(--control) shrink-0 items-center justify-center rounded-control text-text-2 hover:bg-hover hover:text-text max-tablet:hidden"
      >
        <Presentation aria-hidden size={18} strokeWidth={1.75} />
      </a>
    </Tooltip>
  )
}
